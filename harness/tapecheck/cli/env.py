"""``tapecheck env``: list, add and remove the environments of Warp releases."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from enum import Enum
from typing import Annotated

import typer

from tapecheck import environments
from tapecheck.environments import Environment
from tapecheck.errors import InputError, SetupError
from tapecheck.releases import parse_range, split

app = typer.Typer(help="The environments of Warp releases.", no_args_is_help=True)


class Format(str, Enum):
    """How a listing is written."""

    TEXT = "text"
    JSON = "json"


@app.command("list")
def list_environments(
    form: Annotated[Format, typer.Option("--format", help="For people, or for programs.")] = Format.TEXT,
) -> None:
    """List the environments that are installed."""
    have = [(each, environments.size(each)) for each in environments.installed()]
    if form is Format.JSON:
        entries = [{**asdict(each), "python": str(each.python), "bytes": length} for each, length in have]
        typer.echo(json.dumps(entries, indent=1))
    elif not have:
        typer.echo(f"none in {environments.cache_root()}; `tapecheck env add landmarks` makes some")
    else:
        typer.echo(_table(have))


@app.command(help="Make the environments of releases.")
def add(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORD...",
            help="Releases, ranges such as '>=1.13', latest, landmarks, all, or interpreters to be checked.",
        ),
    ],
) -> None:
    """Make the environments of releases.

    Raises:
        InputError: a word is not understood.
        SetupError: an environment cannot be made; the others are made all the same.

    """
    failures: dict[str, SetupError] = {}
    targets = environments.resolve(words)
    with _progress() as say:
        for target in targets:
            try:
                typer.echo(_line(environments.ensure(target, say)))
            except SetupError as error:
                failures[target.label] = error
    if failures:
        first, *others = failures
        rest = f"; so failed {', '.join(others)}" if others else ""
        raise SetupError(f"{failures[first]}{rest}")


@app.command(help="Remove environments with their kernel caches.")
def remove(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORD...", help="Labels as `env list` shows them, ranges of releases, or all."),
    ],
) -> None:
    """Remove environments with their kernel caches.

    Raises:
        InputError: a word is no environment; the others are left alone, too.
        SetupError: something cannot be removed.

    """
    have = environments.installed()
    sizes: Counter[str] = Counter()
    for each in have:
        sizes[each.label] += environments.size(each)
    for label in dict.fromkeys(label for word in words for piece in split(word) for label in _labels(piece, have)):
        freed = environments.remove(label)
        shared = sizes[label] - freed
        typer.echo(
            f"{label}: removed, {_megabytes(freed)} freed"
            + (f"; uv's cache keeps {_megabytes(shared)}" if shared > 0 else "")
        )


def _labels(word: str, have: list[Environment]) -> list[str]:
    labels = [each.label for each in have]
    wanted = parse_range(word)
    if wanted is None and word != "all":
        return [word]
    found = labels if wanted is None else list(wanted.filter(labels))
    if not found:
        raise InputError(f"{word!r} matches no environment; there are: {', '.join(labels) or 'none'}")
    return found


def _line(environment: Environment) -> str:
    return f"{environment.label}: Python {environment.python_version}, NumPy {environment.numpy}, {environment.python}"


def _table(have: list[tuple[Environment, int]]) -> str:
    from tabulate import tabulate

    return str(
        tabulate(
            [
                (each.label, each.python_version, each.numpy, _megabytes(length), str(each.python))
                for each, length in have
            ],
            headers=("release", "python", "numpy", "size", "interpreter"),
            tablefmt="plain",
            disable_numparse=True,
        )
    )


def _megabytes(length: int) -> str:
    return f"{length / 1e6:.0f} MB"


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Show the last line that was said on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("") as status:
        yield lambda text: status.update(escape(text))
