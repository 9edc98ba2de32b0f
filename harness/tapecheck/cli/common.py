"""Arguments that several commands share."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from tapecheck.environments import Environment, Target, ensure, resolve
from tapecheck.errors import InputError, SetupError
from tapecheck.probe.tools import TOOLS

#: Where results go and come from unless --store says otherwise.
DEFAULT_STORE = Path("tapecheck.sqlite")

#: Columns of a table that does not go to a terminal: a file has no edge to wrap at.
WIDE = 200


def print_rows(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a plain listing on standard output; cells are text and never markup."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDE
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        table.add_column(heading)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


stderr = Console(stderr=True, soft_wrap=True, highlight=False)


def known_tools(names: Sequence[str]) -> list[str]:
    """Return the tools asked for, in the order of the tables; all, without names.

    Raises:
        InputError: a name is no tool's.
    """
    for name in names:
        if name not in TOOLS:
            near = difflib.get_close_matches(name, TOOLS, 1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise InputError(f"{name!r} is no tool{hint}; known are {', '.join(TOOLS)}")
    return [name for name in TOOLS if not names or name in names]


def known_device(name: str) -> str:
    """Return the device as Warp spells it.

    Raises:
        InputError: it is neither ``cpu`` nor ``cuda:N``.
    """
    if name == "cuda":
        return "cuda:0"
    if name != "cpu" and not re.fullmatch(r"cuda:\d+", name):
        raise InputError(f"{name!r} is no device; give --device cpu or --device cuda:N, such as cuda:0")
    return name


def set_up(words: Sequence[str]) -> tuple[list[Environment], list[tuple[Target, SetupError]]]:
    """Make every environment asked for; return those that are there and those that failed."""
    ready, failed = [], []
    targets = resolve(words)
    with progress() as bar:
        task = bar.add_task("environments", total=len(targets))
        for target in targets:
            bar.update(task, description=f"Warp {target.label}")
            try:
                ready.append(ensure(target))
            except SetupError as error:
                failed.append((target, error))
            bar.advance(task)
    return ready, failed


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress bar on standard error, on a terminal only."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        yield bar
