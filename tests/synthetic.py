"""Small cases, records and a tool made up for tests: nothing here needs Warp."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tapecheck.corpus import Case, load_case
from tapecheck.grade import Graded, Truth
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.program import Program
from tapecheck.probe.tools import TOOLS, Judgement, Tool
from tapecheck.records import Record
from tapecheck.signature import Reading
from tapecheck.vocabulary import Cause, Grade, Outcome, Signature, Verdict

TOOL = "says-what-it-is-told"
TRUE = [1.0, -2.0, 3.0, 0.5]
TWICE = [2.0, -4.0, 6.0, 1.0]

_PROGRAM = "def inputs(): ...\ndef forward(): ...\ndef gradient(): ...\n"
_CLAIM = '[[claim]]\nprogram = "buggy"\nwarp = ">=1.0.0"\nsignature = "factor"\nfactor = 2.0\n'
_TOML = """
id = "{id}"
family = "overwrite"
title = "made up"
kind = "{kind}"
cause = "overwrite"
docs = "none"
tolerance = {tolerance}
[story]
symptom = "a"
cause = "b"
fix = "c"
tell_apart = "d"
"""


class SyntheticTool(Tool):
    """Judges as its signals tell it to."""

    name = TOOL
    about = "for tests"
    hello = "hello"
    blind = ()

    def examine(self, program: Program) -> dict[str, Any]:
        raise AssertionError("a report must not run a program")

    def judge(self, signals: dict[str, Any]) -> Judgement:
        cause = None if signals.get("cause") is None else Cause(signals["cause"])
        return Judgement(Verdict(signals["verdict"]), f"told to be {signals['verdict']}", cause)


@contextmanager
def synthetic_tool() -> Iterator[None]:
    """Make the tool known for as long as the context lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TOOLS, TOOL, SyntheticTool())
        yield


def make_case(
    root: Path,
    name: str = "made-up",
    *,
    kind: str = "bug",
    programs: Sequence[str] = ("buggy", "fixed"),
    claims: str = _CLAIM,
    tolerance: float = 1e-3,
) -> Case:
    """Write a case below ``root`` and load it."""
    folder = root / "overwrite" / name
    folder.mkdir(parents=True)
    (folder / "case.toml").write_text(_TOML.format(id=name, kind=kind, tolerance=tolerance) + claims)
    (folder / "oracle.py").write_text("def objective(): ...\n")
    for program in programs:
        (folder / f"{program}.py").write_text(_PROGRAM)
    return load_case(folder)


def record(
    program: str, tool: str, outcome: Outcome, signals: dict[str, Any] | None, *,
    case: str = "made-up", warp: str = "1.19.0", device: str = "cpu", reason: str = "",
) -> Record:  # fmt: skip
    """A record of one cell."""
    key = "/".join((case, program, tool, warp, device))
    return Record(key, case, program, tool, warp, device, outcome, reason, signals, 0.1, 60.0, {"cpu": "none"})


def measured(program: str, consumed: Sequence[float], truth: Sequence[float] = TRUE, **place: str) -> Record:
    """The measurement of a program with one input."""
    signals = {"loss": 1.0, "oracle_loss": 1.0, "consumed": {"x": list(consumed)}, "truth": {"x": list(truth)}}
    return record(program, MEASURE, Outcome.COMPLETED, signals, **place)


def said(program: str, verdict: Verdict, cause: Cause | None = None, **place: str) -> Record:
    """A completed run of the synthetic tool."""
    signals = {"verdict": str(verdict), "cause": None if cause is None else str(cause)}
    return record(program, TOOL, Outcome.COMPLETED, signals, **place)


def failed(program: str, tool: str, outcome: Outcome, reason: str = "no reason", **place: str) -> Record:
    """A run that ended without signals."""
    return record(program, tool, outcome, None, reason=reason, **place)


def by_coordinate(*records: Record) -> dict[tuple[str, str, str, str, str], Record]:
    """What ``Store.latest`` would return."""
    return {entry.coordinate: entry for entry in records}


def truth(signature: Signature | None, grade: Grade | None = None) -> Truth:
    """A truth with this signature, or without one for this grade's reason."""
    if signature is None:
        return Truth(None, grade or Grade.CRASHED, "no reason")
    return Truth(Reading(signature, 0.0 if signature is Signature.CORRECT else 0.5, 2.0, "x"))


def graded(
    grade: Grade, of: Truth, *, case: str = "made-up", program: str = "buggy", kind: str = "bug", tool: str = TOOL,
    warp: str = "1.19.0", reason: str = "no reason", named: bool | None = None,
) -> Graded:  # fmt: skip
    """A graded cell."""
    return Graded(case, program, program.split("_")[0], kind, tool, warp, "cpu", grade, reason, of, named)
