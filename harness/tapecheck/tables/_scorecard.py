"""Raw counts and rates of each tool on each release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tapecheck.grade import Graded
from tapecheck.stats import clopper_pearson, rate, youden_interval, youden_j
from tapecheck.tables._order import by_release
from tapecheck.tables._table import Table, frame_of
from tapecheck.vocabulary import Grade

#: Grades of a tool that ran and gave no verdict: in the denominators of the rates, never in a numerator.
_RAN = (Grade.CRASHED, Grade.TIMEOUT, Grade.INVALID)
#: Columns that hold each cell once, so that they add up to ``total``.
COUNTS = (
    "caught", "missed", "abstained_wrong", "false_alarm", "clean", "abstained_right",
    "unsupported", "crashed", "timeout", "environment", "invalid", "not_run",
)  # fmt: skip
_RATES = (
    "wrong_run", "recall", "recall_low", "recall_high", "recall_of_verdicts",
    "right_run", "false_alarm_rate", "false_alarm_low", "false_alarm_high", "false_alarm_rate_of_verdicts",
    "youden_j", "youden_low", "youden_high", "cause_named", "cause_right",
)  # fmt: skip
_NOTES = (
    "recall: caught / the wrong programs that the tool ran on, which are caught + missed + abstained + crashed + "
    "timeout + invalid among the programs measured wrong. Whatever is not a flag catches nothing.",
    "false-alarm rate: false alarms / the right programs that the tool ran on, counted in the same way.",
    "of verdicts: caught over caught + missed alone, false alarms over false alarm + clean alone.",
    "unsupported, environment and not run are in no denominator. Nor is a program whose own gradient could not be "
    "measured: its cells stand under the reason. The counts of a row add up to its total.",
    "[low, high]: exact 95 % interval (Clopper and Pearson 1934). J (Youden 1950): recall - false-alarm rate; its "
    "interval spans two exact 97.5 % intervals, so it covers at least 95 % (Bonferroni). Both take programs for "
    "independent draws. Those of one case are not, so read the intervals as the least uncertainty there is.",
    "cause: of the bugs caught with a cause named, how many were named rightly.",
)


@dataclass(frozen=True)
class _Share:
    """A count out of another."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        return rate(self.part, self.whole)

    @property
    def limits(self) -> tuple[float | None, float | None]:
        return clopper_pearson(self.part, self.whole) if self.whole else (None, None)

    def __str__(self) -> str:
        return f"{self.part} of {self.whole}"


@dataclass(frozen=True)
class _Score:
    """Everything about one tool on one release."""

    tool: str
    warp: str
    counts: dict[str, int]
    total: int
    recall: _Share
    recall_of_verdicts: _Share
    alarms: _Share
    alarms_of_verdicts: _Share
    cause: _Share

    @property
    def youden(self) -> tuple[float | None, float | None, float | None]:
        """(J, low, high), or nothing where one of the rates does not exist."""
        numbers = (self.recall.part, self.recall.whole, self.alarms.part, self.alarms.whole)
        value = youden_j(*numbers)
        return (None, None, None) if value is None else (value, *youden_interval(*numbers))


def scorecard(graded: Iterable[Graded]) -> Table:
    """Return a row per tool and release: counts, recall, false-alarm rate, Youden's J, exact intervals.

    Recall is caught / all wrong programs that the tool ran on: one that it abstained on, crashed on, ran out
    of time on or left without evidence counts as not caught. The false-alarm rate has the right programs in
    the place of the wrong ones, so both are shares of flags, and a tool whose flags say nothing has J = 0
    however often it abstains. The same rates over verdicts alone stand beside them. Unsupported cells,
    missing environments and cells that were not run are in no rate; each has its column, and every cell is
    in exactly one of ``COUNTS``.
    """
    cells = list(graded)
    tools = list(dict.fromkeys(cell.tool for cell in cells))
    releases = by_release(cell.warp for cell in cells)
    scores = []
    for tool in tools:
        for warp in releases:
            mine = [cell for cell in cells if cell.tool == tool and cell.warp == warp]
            if mine:
                scores.append(_score(tool, warp, mine))
    device = cells[0].device if cells else ""
    place = f"Warp {releases[0]}, {device}" if len(releases) == 1 else device
    several = len(releases) > 1
    views = (_rates_view(scores, several), _counts_view(scores, several))
    columns = ["tool", "warp", *COUNTS, "total", *_RATES]
    frame = frame_of([_row(score) for score in scores], columns)
    return Table("scorecard", f"Scorecard, {place}", frame, _NOTES, tuple(releases), device, views)


def _score(tool: str, warp: str, cells: Sequence[Graded]) -> _Score:
    counts = Counter(_column(cell) for cell in cells)
    failed = Counter(_side(cell) for cell in cells if cell.grade in _RAN)
    named = [cell.named_cause for cell in cells if cell.grade is Grade.CAUGHT and cell.named_cause is not None]
    caught, alarms = counts["caught"], counts["false_alarm"]
    return _Score(
        tool,
        warp,
        {column: counts[column] for column in COUNTS},
        len(cells),
        recall=_Share(caught, caught + counts["missed"] + counts["abstained_wrong"] + failed["wrong"]),
        recall_of_verdicts=_Share(caught, caught + counts["missed"]),
        alarms=_Share(alarms, alarms + counts["clean"] + counts["abstained_right"] + failed["right"]),
        alarms_of_verdicts=_Share(alarms, alarms + counts["clean"]),
        cause=_Share(sum(named), len(named)),
    )


def _column(cell: Graded) -> str:
    """The one column of ``COUNTS`` that a cell is counted in."""
    if cell.grade is not Grade.ABSTAINED:
        return str(cell.grade).replace(" ", "_")
    # Where nothing is known of the program, abstaining can be held against nothing.
    return {"wrong": "abstained_wrong", "right": "abstained_right", "unknown": "invalid"}[_side(cell)]


def _side(cell: Graded) -> str:
    if cell.truth.reading is None:
        return "unknown"
    return "wrong" if cell.truth.is_wrong else "right"


def _row(score: _Score) -> list[Any]:
    numbers = [
        score.recall.whole, score.recall.value, *score.recall.limits, score.recall_of_verdicts.value,
        score.alarms.whole, score.alarms.value, *score.alarms.limits, score.alarms_of_verdicts.value,
        *score.youden, score.cause.whole, score.cause.part,
    ]  # fmt: skip
    # Six digits: the last bits of a double may differ between machines, and tables are kept in git.
    rounded = [round(number, 6) if isinstance(number, float) else number for number in numbers]
    return [score.tool, score.warp, *score.counts.values(), score.total, *rounded]


def _rates_view(scores: Sequence[_Score], several: bool) -> pd.DataFrame:
    columns = ["recall", "recall of verdicts", "false-alarm rate", "alarms of verdicts", "J", "cause"]
    rows = [
        (
            *_head(score, several),
            _with_interval(score.recall),
            _plain(score.recall_of_verdicts),
            _with_interval(score.alarms),
            _plain(score.alarms_of_verdicts),
            "-" if score.youden[0] is None else f"{score.youden[0]:.2f} [{score.youden[1]:.2f}, {score.youden[2]:.2f}]",
            str(score.cause),
        )
        for score in scores
    ]
    return frame_of(rows, [*_heading(several), *columns])


def _counts_view(scores: Sequence[_Score], several: bool) -> pd.DataFrame:
    names = [
        column.replace("_wrong", " on wrong").replace("_right", " on right").replace("_", " ") for column in COUNTS
    ]
    rows = [(*_head(score, several), *score.counts.values(), score.total) for score in scores]
    return frame_of(rows, [*_heading(several), *names, "total"])


def _heading(several: bool) -> list[str]:
    return ["tool", "Warp"] if several else ["tool"]


def _head(score: _Score, several: bool) -> list[str]:
    return [score.tool, score.warp] if several else [score.tool]


def _with_interval(share: _Share) -> str:
    if share.value is None:
        return str(share)
    low, high = share.limits
    return f"{share.value:.2f} [{low:.2f}, {high:.2f}] {share}"


def _plain(share: _Share) -> str:
    return str(share) if share.value is None else f"{share.value:.2f} {share}"
