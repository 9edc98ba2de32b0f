"""Holds what a tool said against what is true of the program: pure functions of records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tapecheck.corpus import Case, Program
from tapecheck.errors import InputError
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.tools import TOOLS
from tapecheck.records import Record
from tapecheck.signature import Evidence, Reading, classify, relative_error
from tapecheck.vocabulary import Cause, Grade, Outcome, Signature, Verdict

#: A loss agrees with another when it is this close, relative: float32 sums of the corpus reach 1e-6.
LOSS_TOLERANCE = 1e-3


@dataclass(frozen=True)
class Truth:
    """What was measured of a program on a release and device.

    Attributes:
        reading: the signature with its numbers, or None where the program could not be measured.
        grade: why there is no reading (unsupported, crashed, ...), else None.
        reason: text for ``grade``.
        loss: the program's loss at the start, or None.
        oracle_loss: the oracle's objective at the same inputs, or None.
    """

    reading: Reading | None
    grade: Grade | None = None
    reason: str = ""
    loss: float | None = None
    oracle_loss: float | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether the consumed gradient was measured not to be the oracle's."""
        return self.reading is not None and self.reading.signature is not Signature.CORRECT

    def __str__(self) -> str:
        return str(self.reading) if self.reading is not None else str(self.grade)


@dataclass(frozen=True)
class Graded:
    """One cell with its grade.

    Attributes:
        case, program, role, kind: which program; role and kind are words as text.
        tool, warp, device: under what.
        grade: the word.
        reason: what the tool said, or what kept it from saying anything.
        truth: what was measured of the program.
        named_cause: whether a caught bug's cause was named rightly; None where no cause was named.
    """

    case: str
    program: str
    role: str
    kind: str
    tool: str
    warp: str
    device: str
    grade: Grade
    reason: str
    truth: Truth
    named_cause: bool | None = None


Array = npt.NDArray[np.float64]
Arrays = dict[str, Array]

Coordinate = tuple[str, str, str, str, str]
"""(case, program, tool, warp, device)"""


def truth_of(case: Case, program: Program, record: Record | None) -> Truth:
    """Return what the measurement of a program says of it.

    A program that raises where its case claims ``unsupported`` is unsupported; anywhere else it crashed.
    """
    if record is None:
        return Truth(None, Grade.NOT_RUN, "not measured")
    if record.outcome is not Outcome.COMPLETED or record.signals is None:
        return Truth(None, _failure(program, record), _failure_reason(program, record))
    try:
        reading = classify(evidence_from(record.signals, case.tolerance))
    except (ValueError, KeyError, TypeError) as error:
        return Truth(None, Grade.INVALID, f"the measurement cannot be read: {error}")
    return Truth(reading, None, "", record.signals["loss"], record.signals["oracle_loss"])


def grade_all(
    cases: Iterable[Case], tools: Iterable[str], warps: Iterable[str], device: str, records: Mapping[Coordinate, Record]
) -> list[Graded]:
    """Grade every cell of the matrix, run or not, so that nothing leaves a denominator."""
    graded = []
    warps, tools = list(warps), list(tools)
    for case in cases:
        for program in case.programs:
            for warp in warps:
                place = (warp, device)
                truth = truth_of(case, program, records.get((case.id, program.name, MEASURE, *place)))
                for tool in tools:
                    record = records.get((case.id, program.name, tool, *place))
                    graded.append(grade_cell(case, program, tool, warp, device, record, truth))
    return graded


def grade_cell(
    case: Case, program: Program, tool: str, warp: str, device: str, record: Record | None, truth: Truth
) -> Graded:
    """Grade one cell."""
    grade, reason, named = _grade(case, program, tool, record, truth)
    return Graded(case.id, program.name, program.role, str(case.kind), tool, warp, device, grade, reason, truth, named)


def _grade(
    case: Case, program: Program, tool: str, record: Record | None, truth: Truth
) -> tuple[Grade, str, bool | None]:
    if record is None:
        return Grade.NOT_RUN, "no record", None
    if truth.reading is None and truth.grade is not None:
        if record.outcome is Outcome.COMPLETED and truth.grade is not Grade.UNSUPPORTED:
            # The tool did its work; without a truth its verdict cannot be held against anything.
            return Grade.INVALID, f"the program's truth is unknown: {truth.reason}", None
        grade = truth.grade if truth.grade is not Grade.NOT_RUN else Grade.INVALID
        return grade, truth.reason, None
    if record.outcome is not Outcome.COMPLETED or record.signals is None:
        return _failure(program, record), _failure_reason(program, record), None
    try:
        judgement = TOOLS[tool].judge(record.signals)
    except (KeyError, TypeError, ValueError) as error:
        return Grade.INVALID, f"the record cannot be read: {type(error).__name__}: {error}", None
    if judgement.verdict is Verdict.ABSTAINED:
        return Grade.ABSTAINED, judgement.reason, None
    flagged = judgement.verdict is Verdict.FLAGGED
    if truth.is_wrong:
        named = _named(judgement.cause, case) if flagged else None
        return (Grade.CAUGHT if flagged else Grade.MISSED), judgement.reason, named
    return (Grade.FALSE_ALARM if flagged else Grade.CLEAN), judgement.reason, None


def passes_hello(cell: Graded) -> bool:
    """Whether a tool does on a program of its hello case what it must: flag buggy, not flag the rest.

    A release that cannot serve the tool, or that has mended the bug, leaves nothing to show.
    """
    if cell.grade in (Grade.UNSUPPORTED, Grade.NOT_RUN, Grade.ENVIRONMENT):
        return True
    if cell.role == "buggy" and cell.truth.is_wrong:
        return cell.grade is Grade.CAUGHT
    return cell.grade is Grade.CLEAN


def evidence_from(signals: dict[str, Any], tolerance: float) -> Evidence:
    """Turn the record of ``probe.measure`` into what ``signature.classify`` takes."""
    optional = {name: _arrays(signals[name]) for name in ("windowed", "differences") if signals.get(name) is not None}
    consumed, truth = _arrays(signals["consumed"]), _arrays(signals["truth"])
    for name, others in optional.items():
        if {key: array.shape for key, array in others.items()} != {key: array.shape for key, array in truth.items()}:
            raise ValueError(f"{name} has other names or shapes than the oracle's gradient")
    return Evidence(
        consumed=consumed,
        truth=truth,
        bounds=_bounds(signals),
        windowed=optional.get("windowed"),
        differences=optional.get("differences"),
        horizon=[(int(entry["steps"]), *_pair(entry)) for entry in signals.get("horizon", [])],
        iterations=[_pair(entry) for entry in signals.get("iterations", [])],
        tolerance=tolerance,
    )


def same_loss(first: float, second: float) -> bool:
    """Whether two losses agree to ``LOSS_TOLERANCE``, relative."""
    return relative_error(np.array([first]), np.array([second])) <= LOSS_TOLERANCE


def _named(cause: Cause | None, case: Case) -> bool | None:
    return None if cause is None else cause is case.cause


def _failure(program: Program, record: Record) -> Grade:
    if record.outcome is Outcome.COMPLETED:
        return Grade.INVALID
    if _claimed_unsupported(program, record):
        return Grade.UNSUPPORTED
    return Grade(record.outcome.value)  # type: ignore[call-arg]


def _failure_reason(program: Program, record: Record) -> str:
    if record.outcome is Outcome.COMPLETED:
        return "the record has no signals"
    return _claimed_unsupported(program, record) or record.reason


def _claimed_unsupported(program: Program, record: Record) -> str:
    """Return why the case says that a program which failed cannot run on the release; empty if it does not say so."""
    if record.outcome not in (Outcome.CRASHED, Outcome.INVALID):
        return ""
    try:
        return program.claim(record.warp).unsupported
    except InputError:
        return ""


def _pair(entry: dict[str, Any]) -> tuple[Arrays, Arrays]:
    """Return (consumed, truth), the truth being the valid subgradient nearest to what was consumed."""
    consumed, truth = _arrays(entry["consumed"]), _arrays(entry["truth"])
    for name, (low, high) in _bounds(entry).items():
        truth[name] = np.clip(consumed[name], low, high)
    return consumed, truth


def _bounds(entry: dict[str, Any]) -> dict[str, tuple[Array, Array]]:
    found = entry.get("bounds", {})
    return {name: (np.asarray(low, dtype=float), np.asarray(high, dtype=float)) for name, (low, high) in found.items()}


def _arrays(lists: dict[str, Any]) -> dict[str, Array]:
    return {name: np.asarray(values, dtype=np.float64) for name, values in lists.items()}
