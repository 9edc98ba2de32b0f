"""Plain text for a terminal or a log."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tapecheck.publish.grid import draw
from tapecheck.tables import Table

#: Notes are wrapped here; tables never are.
_WIDTH = 110


def to_text(tables: Sequence[Table]) -> str:
    """Return tables one below the other, each with its title above and its notes below."""
    return "\n\n".join(_one(table) for table in tables) + "\n"


def _one(table: Table) -> str:
    grids = [draw(frame, "simple") for frame in table.shown]
    return "\n\n".join([table.title, *grids, "\n".join(map(_note, table.notes))]).rstrip("\n")


def _note(note: str) -> str:
    return textwrap.fill(
        note,
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
