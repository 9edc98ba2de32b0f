"""Which tool catches which bug on one release, and which correct programs it flags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from tapecheck.grade import Graded, passes_hello
from tapecheck.probe.tools import TOOLS
from tapecheck.tables._table import Table, counted, frame_of, meanings
from tapecheck.vocabulary import Grade, Kind

#: Kinds of which no program need be wrong; elsewhere a buggy program that is right is inert there.
_RIGHT_KINDS = (Kind.CONTROL.value, Kind.INSTRUMENT.value)
#: Grades whose reason says something about a release and not about one program.
_REASONED = (Grade.UNSUPPORTED, Grade.ENVIRONMENT)
#: Grades whose reason says something about one cell.
_FAILED = (Grade.CRASHED, Grade.TIMEOUT, Grade.INVALID)

_Row = dict[str, Graded]
"""The cells of one program, by tool."""


def coverage(graded: Iterable[Graded], warp: str) -> Table:
    """Return case by tool for one release.

    There is a row for each buggy program, and for any other that was measured to be wrong. Its signature
    stands first, marked ``inert`` (or with the kind of the case) where the gradient is right: a flag is then
    a false alarm. The last column names the correct programs without a row that were flagged, and by which
    tools; what else the tools said of those is counted in a line below.
    """
    cells = [cell for cell in graded if cell.warp == warp]
    tools = list(dict.fromkeys(cell.tool for cell in cells))
    device = cells[0].device if cells else ""
    rows, shown, labels, rest = [], [], [], []
    for case, programs in _by_case(cells):
        mine = [row for row in programs if _has_row(_any(row))]
        others = [cell for row in programs if not _has_row(_any(row)) for cell in row.values()]
        rest += others
        alarms = _false_alarms(others)
        for row in mine:
            cell = _any(row)
            shown += list(row.values())
            labels.append(case if len(mine) == 1 else f"{case}/{cell.program}")
            grades = [str(row[tool].grade) if tool in row else "" for tool in tools]
            rows.append((warp, case, cell.program, cell.kind, _signature(cell), *grades, alarms))
            alarms = ""  # named once a case
    columns = ["signature", *tools, "false alarms"]
    # For people the alarms stand in lines below: as a column they would make the table too wide to read.
    view = [(label, *row[4:-1]) for label, row in zip(labels, rows, strict=True)]
    return Table(
        "coverage",
        f"Coverage, Warp {warp}, {device}",
        frame_of(rows, ["warp", "case", "program", "kind", *columns]),
        tuple(_notes(shown, rest)),
        (warp,),
        device,
        (frame_of(view, ["case", *columns[:-1]]),),
    )


def _by_case(cells: Sequence[Graded]) -> list[tuple[str, list[_Row]]]:
    """Return (case, rows) in the order of first appearance."""
    cases: dict[str, dict[str, _Row]] = {}
    for cell in cells:
        cases.setdefault(cell.case, {}).setdefault(cell.program, {})[cell.tool] = cell
    return [(case, list(programs.values())) for case, programs in cases.items()]


def _any(row: _Row) -> Graded:
    return next(iter(row.values()))


def _has_row(cell: Graded) -> bool:
    return cell.role == "buggy" or cell.truth.is_wrong


def _signature(cell: Graded) -> str:
    if cell.truth.reading is None or cell.truth.is_wrong:
        return str(cell.truth)
    return f"{cell.truth} ({cell.kind if cell.kind in _RIGHT_KINDS else 'inert'})"


def _false_alarms(cells: Sequence[Graded]) -> str:
    """Return "fixed: gradcheck, loss-descent; lookalike: gradcheck"."""
    flagged: dict[str, list[str]] = {}
    for cell in cells:
        if cell.grade is Grade.FALSE_ALARM:
            flagged.setdefault(cell.program, []).append(cell.tool)
    return "; ".join(f"{program}: {', '.join(tools)}" for program, tools in flagged.items())


def _alarm_lines(cells: Sequence[Graded]) -> list[str]:
    """Return "false alarms of gradcheck: quantizer-round/fixed, ..." by tool."""
    flagged: dict[str, list[str]] = {}
    for cell in cells:
        if cell.grade is Grade.FALSE_ALARM:
            flagged.setdefault(cell.tool, []).append(f"{cell.case}/{cell.program}")
    return [f"false alarms of {tool}: {', '.join(programs)}." for tool, programs in flagged.items()]


def _notes(shown: Sequence[Graded], rest: Sequence[Graded]) -> list[str]:
    used = {str(cell.grade) for cell in shown}
    notes = meanings(Grade, used)
    right = [cell for cell in shown if cell.truth.reading is not None and not cell.truth.is_wrong]
    if any(cell.kind not in _RIGHT_KINDS for cell in right):
        notes.append("inert: the program is right on this release, so a flag is a false alarm.")
    if any(cell.kind in _RIGHT_KINDS for cell in right):
        notes.append("control, instrument: no gradient is wrong in such a case, so a flag is a false alarm.")
    grades = Counter(cell.grade for cell in rest)
    if grades:
        counts = counted((str(grade), grades[grade]) for grade in Grade)
        notes.append(f"On the programs without a row (fixed, lookalike): {counts}.")
    notes += _alarm_lines(rest)
    return notes + _failed_hellos([*shown, *rest]) + _reasons([*shown, *rest])


def _failed_hellos(cells: Sequence[Graded]) -> list[str]:
    """Name the tools whose adapter does not pass its hello case here: what their column says is in doubt."""
    failed: dict[str, list[str]] = {}
    for cell in cells:
        if cell.tool in TOOLS and cell.case == TOOLS[cell.tool].hello and not passes_hello(cell):
            failed.setdefault(cell.tool, []).append(f"{cell.program} {cell.grade}")
    return [
        f"{tool} does not pass its hello case {TOOLS[tool].hello} here ({', '.join(what)}): do not trust its column."
        for tool, what in failed.items()
    ]


def _reasons(cells: Sequence[Graded]) -> list[str]:
    """Return why cells are unsupported, have no environment or crashed: a line for each reason."""
    found = sorted(
        (str(cell.grade), " ".join(cell.reason.split()), cell.tool) for cell in cells if cell.grade in _REASONED
    )
    lines = []
    for (grade, reason), group in groupby(found, key=lambda entry: entry[:2]):
        tools = Counter(tool for _, _, tool in group)
        lines.append(f"{grade}, {reason}: {', '.join(f'{tool} {count}' for tool, count in tools.items())}.")
    lines += [
        f"{cell.grade}, {cell.tool} on {cell.case}/{cell.program}: {' '.join(cell.reason.split())}"
        for cell in cells
        if cell.grade in _FAILED
    ]
    return lines
