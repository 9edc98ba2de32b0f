"""The published tables: what results/ and the README hold, as a pure function of a store."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tapecheck.corpus import Program, load_corpus
from tapecheck.environments import Environment
from tapecheck.grade import Coordinate
from tapecheck.plan import Cell
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.tools import TOOLS
from tapecheck.publish import render
from tapecheck.records import Record, Store
from tapecheck.tables import build_tables, by_release

#: How a file of results/ begins.
_HEAD = "Made by `python scripts/publish.py` from `results/landmarks-cpu.sqlite`: {machine}.\n\n"


def current_records(records: Mapping[Coordinate, Record]) -> dict[Coordinate, Record]:
    """Return the records whose program, oracle, adapter and probe are those of this checkout."""
    programs = programs_by_name()
    return {coordinate: record for coordinate, record in records.items() if record.key == current_key(record, programs)}


def programs_by_name() -> dict[tuple[str, str], Program]:
    """Return every program of the corpus by (case, program)."""
    return {(case.id, program.name): program for case in load_corpus() for program in case.programs}


def current_key(record: Record, programs: Mapping[tuple[str, str], Program]) -> str | None:
    """Return the key that the record's cell has now, or None where its program or tool is gone."""
    program = programs.get((record.case, record.program))
    if program is None or record.tool not in (MEASURE, *TOOLS):
        return None
    facts = record.machine
    environment = Environment(
        label=record.warp,
        python=Path(),
        warp=str(facts["warp"]),
        numpy=str(facts["numpy"]),
        python_version=str(facts["python"]),
        build=str(facts["build"]),
    )
    return Cell(program, record.tool, environment, record.device).key


def published_tables(store: Path) -> tuple[dict[str, str], str]:
    """Return the text of every file of results/ by name, and the tables that the README shows.

    Args:
        store: the records.
    """
    cases = load_corpus()
    with Store(store, create=False) as opened:
        records = opened.latest()
    warps = by_release(record.warp for record in records.values())
    facts = max(records.values(), key=lambda record: record.recorded).machine
    machine = f"{facts['processor']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}"
    files = {}
    for name in ("signatures", "scorecard"):
        tables = build_tables(cases, records, [name], warps, "cpu", list(TOOLS))
        files[f"{name}.md"] = _HEAD.format(machine=machine) + render(tables, "markdown")
        files[f"{name}.csv"] = render(tables, "csv")
    for warp in warps:
        tables = build_tables(cases, records, ["coverage"], [warp], "cpu", list(TOOLS))
        files[f"coverage-{warp}.md"] = _HEAD.format(machine=machine) + render(tables, "markdown")
        files[f"coverage-{warp}.csv"] = render(tables, "csv")
    newest = build_tables(cases, records, ["signatures", "coverage"], warps[-1:], "cpu", list(TOOLS))
    return files, render(newest, "markdown")
