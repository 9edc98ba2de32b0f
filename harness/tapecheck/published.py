"""The published tables: what results/ and the README hold, as a pure function of a store."""

from __future__ import annotations

from pathlib import Path

from tapecheck.corpus import load_corpus
from tapecheck.current import current
from tapecheck.probe.tools import TOOLS
from tapecheck.publish import render
from tapecheck.records import Store
from tapecheck.tables import build_tables, by_release

#: How a file of results/ begins.
_HEAD = "Made by `python scripts/publish.py` from `results/landmarks-cpu.sqlite`: {machine}.\n\n"


def published_tables(store: Path) -> tuple[dict[str, str], str]:
    """Return the text of every file of results/ by name, and the tables that the README shows.

    Args:
        store: the records.
    """
    cases = load_corpus()
    with Store(store, create=False) as opened:
        records = current(opened.records(), cases).records
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
