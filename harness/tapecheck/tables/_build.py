"""From records to the tables that a user asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tapecheck.corpus import Case
from tapecheck.errors import InputError
from tapecheck.grade import Coordinate, grade_all
from tapecheck.records import Record
from tapecheck.tables._cells import cells
from tapecheck.tables._coverage import coverage
from tapecheck.tables._order import by_release, newest
from tapecheck.tables._scorecard import scorecard
from tapecheck.tables._signatures import signatures
from tapecheck.tables._table import Table

#: The tables that there are, in the order in which they are printed.
TABLES = ("signatures", "coverage", "scorecard", "cells")
#: Those that are printed when none is asked for: ``cells`` is long.
USUAL = ("signatures", "coverage", "scorecard")


def build_tables(
    cases: Sequence[Case],
    records: Mapping[Coordinate, Record],
    tables: Sequence[str],
    warps: Sequence[str],
    device: str,
    tools: Sequence[str],
) -> list[Table]:
    """Return the tables asked for.

    Args:
        cases: rows.
        records: newest record by (case, program, tool, release, device).
        tables: of ``TABLES``; those of ``USUAL``, if empty.
        warps: labels of releases. If empty, all on ``device`` that ``records`` hold, and coverage of the
            newest; otherwise coverage has one table for each.
        device: cpu or cuda:N.
        tools: columns, in this order.

    Raises:
        InputError: there is no such table, or ``records`` hold nothing of the device and no release is given.
    """
    unknown = [name for name in tables if name not in TABLES]
    if unknown:
        raise InputError(f"{unknown[0]!r} is no table; one of {', '.join(TABLES)}")
    releases = by_release(warps or (record.warp for record in records.values() if record.device == device))
    if not releases:
        raise InputError(f"nothing is recorded on {device}; run `tapecheck bench --device {device}`")
    wanted = [name for name in TABLES if name in (tables or USUAL)]
    # The signatures come from measurements alone, so nothing is graded for them.
    graded = grade_all(cases, tools, releases, device, records) if wanted != ["signatures"] else []
    built = []
    for name in wanted:
        if name == "signatures":
            built.append(signatures(cases, releases, device, records))
        elif name == "coverage":
            built += [coverage(graded, warp) for warp in (releases if warps else [newest(releases)])]
        elif name == "scorecard":
            built.append(scorecard(graded))
        else:
            built.append(cells(graded))
    return built
