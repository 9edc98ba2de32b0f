"""Which record of a cell counts: that of the program, adapter and probe as they stand, where there is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tapecheck.corpus import Case, Program
from tapecheck.environments import Environment
from tapecheck.grade import Coordinate
from tapecheck.plan import Cell
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.tools import TOOLS
from tapecheck.records import Record
from tapecheck.vocabulary import Outcome

Programs = Mapping[tuple[str, str], Program]


@dataclass(frozen=True)
class Current:
    """One record a cell.

    Attributes:
        records: by (case, program, tool, warp, device).
        stale: those among them that are of an earlier version of program, oracle, adapter or probe, because the
            cell has not been run since.
    """

    records: dict[Coordinate, Record]
    stale: frozenset[Coordinate]


def current(records: Iterable[Record], cases: Iterable[Case]) -> Current:
    """Choose the record of each cell.

    A record whose key is that of the files as they stand goes before any other, so that an edit that is undone
    brings the old result back. Among equals one that ran goes before a failed environment, then the newest.

    Args:
        records: of a store, the oldest first.
        cases: the corpus as it stands; records of programs that it lacks are kept as they are.
    """
    programs = programs_by_name(cases)
    best: dict[Coordinate, tuple[tuple[bool, bool], Record]] = {}
    for record in records:
        rank = (record.key == current_key(record, programs), record.outcome is not Outcome.ENVIRONMENT)
        held = best.get(record.coordinate)
        if held is None or rank >= held[0]:
            best[record.coordinate] = (rank, record)
    known = {coordinate for coordinate in best if coordinate[:2] in programs}
    return Current(
        {coordinate: record for coordinate, (_, record) in best.items()},
        frozenset(coordinate for coordinate in known if not best[coordinate][0][0]),
    )


def programs_by_name(cases: Iterable[Case]) -> dict[tuple[str, str], Program]:
    """Return every program by (case, program)."""
    return {(case.id, program.name): program for case in cases for program in case.programs}


def current_key(record: Record, programs: Programs) -> str | None:
    """Return the key that the record's cell has now, or None where its program or tool is gone."""
    program = programs.get((record.case, record.program))
    if program is None or record.tool not in (MEASURE, *TOOLS):
        return None
    facts = record.machine
    environment = Environment(
        label=record.warp,
        python=Path(),
        warp=str(facts.get("warp", "")),
        numpy=str(facts.get("numpy", "")),
        python_version=str(facts.get("python", "")),
        build=str(facts.get("build", "")),
    )
    try:
        return Cell(program, record.tool, environment, record.device).key
    except OSError:
        return None
