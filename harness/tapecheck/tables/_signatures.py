"""What each buggy program shows on each release, and whether the correct programs agree with the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import pandas as pd

from tapecheck.corpus import Case, Program
from tapecheck.grade import Coordinate, Truth, truth_of
from tapecheck.probe.measure import MEASURE
from tapecheck.records import Record
from tapecheck.tables._order import by_release
from tapecheck.tables._table import Table, counted, frame_of, meanings
from tapecheck.vocabulary import Grade, Signature

#: With more releases than this people are shown ranges of releases instead of a column for each.
COLUMNS = 8
#: Marks in a cell, before the name of a correct program.
DIFFERS, UNKNOWN = "!", "?"


@dataclass(frozen=True)
class _Cell:
    """A buggy program on a release: what was measured, and the correct programs that do not agree."""

    warp: str
    truth: Truth
    marks: str

    @property
    def word(self) -> str:
        if self.truth.reading is not None:
            return str(self.truth.reading.signature)
        return str(self.truth.grade)

    @property
    def error(self) -> float | None:
        """The relative error, where it is what stands behind the word."""
        reading = self.truth.reading
        if reading is None or str(reading) != f"{reading.signature} {reading.error:.2g}":
            return None
        return reading.error

    @property
    def alike(self) -> tuple[str, str]:
        """What neighbouring releases must share to be shown as one range: all but the size of an error."""
        return (self.word if self.error is not None else str(self.truth)), self.marks

    def __str__(self) -> str:
        return f"{self.truth}{self.marks}"


def signatures(cases: Iterable[Case], warps: Iterable[str], device: str, records: Mapping[Coordinate, Record]) -> Table:
    """Return case by release: a row for each buggy program, a column for each release.

    A cell holds the signature with its factor or relative error, or why there is none, and is marked where a
    fixed or lookalike program differs from the oracle (``!fixed``) or has no measurement beside one of the
    buggy program (``?fixed``). The last columns count, over all releases, how often those programs agree.
    """
    cases, releases = list(cases), by_release(warps)
    rows: list[tuple[list[str], list[_Cell]]] = []
    agreement: list[list[str]] = []
    for case in cases:
        truths = {
            (program.name, warp): truth_of(case, program, records.get((case.id, program.name, MEASURE, warp, device)))
            for program in case.programs
            for warp in releases
        }
        correct = (*case.role("fixed"), *case.role("lookalike"))
        buggy = case.role("buggy")
        for program in buggy:
            cells = [_cell(program, warp, correct, truths) for warp in releases]
            rows.append(([case.id if len(buggy) == 1 else program.id], cells))
            agreement.append([_agreement(case.role(role), releases, truths) for role in ("fixed", "lookalike")])
    roles = ["fixed", "lookalike"] if any(counts[1] for counts in agreement) else ["fixed"]
    ends = [counts[: len(roles)] for counts in agreement]
    frame = frame_of(
        [(*head, *map(str, cells), *end) for (head, cells), end in zip(rows, ends, strict=True)],
        ["case", *releases, *roles],
    )
    views: tuple[pd.DataFrame, ...] = ()
    if len(releases) > COLUMNS:
        folded = [(*head, _ranges(cells), *end) for (head, cells), end in zip(rows, ends, strict=True)]
        views = (frame_of(folded, ["case", "signature by release", *roles]),)
    shown = [cell for _, cells in rows for cell in cells]
    return Table(
        "signatures",
        f"Signatures of the buggy programs, {device}",
        frame,
        tuple(_notes(shown, releases if views else [])),
        tuple(releases),
        device,
        views,
    )


def _cell(program: Program, warp: str, correct: Sequence[Program], truths: Mapping[tuple[str, str], Truth]) -> _Cell:
    truth = truths[program.name, warp]
    marks = ""
    for other in correct:
        found = truths[other.name, warp]
        if found.is_wrong:
            marks += f" {DIFFERS}{other.name}"
        elif found.reading is None and truth.reading is not None:
            marks += f" {UNKNOWN}{other.name}"
    return _Cell(warp, truth, marks)


def _agreement(programs: Sequence[Program], releases: Sequence[str], truths: Mapping[tuple[str, str], Truth]) -> str:
    """Return "agrees in 5 of 7 (1 differs, 1 unsupported)"; every program counts on every release."""
    if not programs:
        return ""
    found = [truths[program.name, warp] for program in programs for warp in releases]
    rest: Counter[str] = Counter()
    for truth in found:
        if truth.is_wrong:
            rest["differs"] += 1
        elif truth.reading is None:
            rest[str(truth.grade)] += 1
    agreeing = len(found) - rest.total()
    return f"agrees in {agreeing} of {len(found)}" + (f" ({counted(rest.items())})" if rest else "")


def _ranges(cells: Sequence[_Cell]) -> str:
    """Return "wrong 0.41 (1.0.0 to 1.12.1); correct (1.13.0 to 1.19.0)"; all releases are in some range."""
    ranges = [list(group) for _, group in groupby(cells, key=lambda cell: cell.alike)]
    texts = []
    for group in ranges:
        place = group[0].warp if len(group) == 1 else f"{group[0].warp} to {group[-1].warp}"
        texts.append(f"{_range_text(group)} ({'all' if len(ranges) == 1 else place})")
    return "; ".join(texts)


def _range_text(group: Sequence[_Cell]) -> str:
    errors = [cell.error for cell in group if cell.error is not None]
    if errors and f"{min(errors):.2g}" != f"{max(errors):.2g}":
        return f"{group[0].word} {min(errors):.2g} to {max(errors):.2g}{group[0].marks}"
    return str(group[0])


def _notes(cells: Sequence[_Cell], folded: Sequence[str]) -> list[str]:
    words = {cell.word for cell in cells}
    marks = "".join(cell.marks for cell in cells)
    notes = meanings([*Signature, *Grade], words)
    if any(cell.error is not None for cell in cells):
        notes.append("The number after a word: the relative error |consumed - true| / |true|.")
    if words & {Signature.FACTOR.value, Signature.GROWING.value}:
        notes.append("After factor stands the factor, after growing that of the last iteration looked at.")
    if DIFFERS in marks:
        notes.append(f"{DIFFERS}name: the correct program of that name differs from the oracle there.")
    if UNKNOWN in marks:
        notes.append(f"{UNKNOWN}name: the correct program of that name could not be measured there, or was not.")
    notes.append(
        "agrees in: runs in which a correct program agrees with the oracle, of files times releases, run or not."
    )
    if folded:
        notes.append(f"{len(folded)} releases: {', '.join(folded)}.")
    return notes
