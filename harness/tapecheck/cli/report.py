"""`tapecheck report`: print tables from a store, without running a program."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path

import typer

from tapecheck.cli.common import DEFAULT_STORE, known_device, known_tools, stderr
from tapecheck.corpus import Case, load_corpus, select
from tapecheck.current import current
from tapecheck.errors import InputError
from tapecheck.grade import Coordinate
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.tools import TOOLS
from tapecheck.publish import render
from tapecheck.publish.terminal import write
from tapecheck.records import Record, Store
from tapecheck.tables import Table, build_tables, by_release

__all__ = ["build_tables", "print_tables", "report"]


class TableName(str, Enum):
    """What --table takes."""

    signatures = "signatures"
    coverage = "coverage"
    scorecard = "scorecard"
    cells = "cells"


class Format(str, Enum):
    """What --format takes."""

    text = "text"
    markdown = "markdown"
    csv = "csv"
    json = "json"


def report(
    store: Path = typer.Option(DEFAULT_STORE, help="SQLite file that `tapecheck bench` has written."),
    table: list[TableName] = typer.Option([], help="Which table; the first three without; cells says why. Repeatable."),
    form: Format = typer.Option(
        Format.text, "--format", help="Csv holds one kind of table best: name one with --table."
    ),
    warp: list[str] = typer.Option(
        [], help="Only this release, as the store labels it; all without, and coverage of the newest. Repeatable."
    ),
    device: str = typer.Option("cpu", help="cpu or cuda:N."),
    case: list[str] = typer.Option([], help="Only cases whose id matches this glob. Repeatable."),
    tool: list[str] = typer.Option([], help="Only this tool. Repeatable; without, all that have records."),
) -> None:
    """Print the tables of what is recorded. No program is run."""
    corpus = load_corpus()
    cases = select(corpus, case)
    asked = known_tools(tool)
    device = known_device(device)
    with Store(store, create=False) as opened:
        found = current(opened.records(), corpus)
    records = _on_device(found.records, device, store)
    if found.stale:
        stderr.print(
            f"{len(found.stale)} of {len(found.records)} records are of earlier versions of programs or of tapecheck; "
            "`tapecheck bench` brings them up to date",
            markup=False,
        )
    _check_releases(warp, records, device, store)
    recorded = {record.tool for record in records.values()}
    tools = asked if tool else [name for name in asked if name in recorded] or asked
    for line in _remarks(corpus, records, [name for name in asked if name not in tools]):
        stderr.print(line, markup=False)
    print_tables(build_tables(cases, records, [name.value for name in table], warp, device, tools), form.value)


def print_tables(tables: Sequence[Table], form: str) -> None:
    """Print tables in a format to standard output; text has colours on a terminal."""
    text = render(tables, form)
    if form == "text":
        write(text)
    else:
        sys.stdout.write(text)


def _on_device(records: Mapping[Coordinate, Record], device: str, store: Path) -> dict[Coordinate, Record]:
    mine = {coordinate: record for coordinate, record in records.items() if record.device == device}
    if mine:
        return mine
    others = sorted({record.device for record in records.values()})
    if others:
        raise InputError(f"{store}: nothing is recorded on {device}; give --device {' or '.join(others)}")
    raise InputError(f"{store}: holds no records; run `tapecheck bench --store {store}` first")


def _check_releases(warps: Sequence[str], records: Mapping[Coordinate, Record], device: str, store: Path) -> None:
    have = by_release(record.warp for record in records.values())
    for warp in warps:
        if warp not in have:
            raise InputError(
                f"{store}: nothing is recorded of Warp {warp} on {device}; there are {', '.join(have)}. "
                f"`tapecheck bench --warp {warp}` adds it"
            )


def _remarks(corpus: Sequence[Case], records: Mapping[Coordinate, Record], left_out: Sequence[str]) -> list[str]:
    """Say what the tables do not show: tools without records, and records of what is no longer there."""
    lines = []
    if left_out:
        lines.append(f"no records of {', '.join(left_out)}: not shown; --tool NAME shows it all the same")
    programs = {(case.id, program.name) for case in corpus for program in case.programs}
    gone = Counter(
        f"{record.case}/{record.program}"
        for record in records.values()
        if (record.case, record.program) not in programs
    )
    if gone:
        lines.append(f"{gone.total()} records not shown, of programs that the corpus lacks: {', '.join(sorted(gone))}")
    strange = Counter(record.tool for record in records.values() if record.tool not in (MEASURE, *TOOLS))
    if strange:
        lines.append(f"{strange.total()} records not shown, of tools that are not known: {', '.join(sorted(strange))}")
    return lines
