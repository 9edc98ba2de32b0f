"""Markdown for a page."""

from __future__ import annotations

from collections.abc import Sequence

from tapecheck.publish.grid import draw
from tapecheck.tables import Table


def to_markdown(tables: Sequence[Table]) -> str:
    """Return tables as pipe tables, each under a heading of the third level, with its notes as a list."""
    return "\n\n".join(_one(table) for table in tables) + "\n"


def _one(table: Table) -> str:
    grids = [draw(frame, "pipe", _escape) for frame in table.shown]
    notes = "\n".join(f"- {_escape(note)}" for note in table.notes)
    return "\n\n".join([f"### {_escape(table.title)}", *grids, notes]).rstrip("\n")


def _escape(text: str) -> str:
    # A bar ends a cell, a tag would be taken for HTML, and stars or backticks for markup.
    for sign in ("\\", "|", "<", "*", "_", "`"):
        text = text.replace(sign, f"\\{sign}")
    return text
