"""Every cell with its grade and the reason: why a tool flagged, abstained or crashed."""

from __future__ import annotations

from collections.abc import Iterable

from tapecheck.grade import Graded
from tapecheck.tables._order import by_release
from tapecheck.tables._table import Table, frame_of

_COLUMNS = ("warp", "case", "program", "signature", "tool", "grade", "what the tool said, or what kept it")


def cells(graded: Iterable[Graded]) -> Table:
    """Return a row for each cell, by release."""
    found = list(graded)
    warps = by_release(cell.warp for cell in found)
    rows = [
        (cell.warp, cell.case, cell.program, str(cell.truth), cell.tool, str(cell.grade), " ".join(cell.reason.split()))
        for warp in warps
        for cell in found
        if cell.warp == warp
    ]
    device = found[0].device if found else ""
    return Table("cells", f"Cells, {device}", frame_of(rows, _COLUMNS), (), tuple(warps), device)
