"""Colours for the words of a table, on a terminal only."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from tapecheck.vocabulary import Grade

_STYLES = {
    "green": (Grade.CAUGHT, Grade.CLEAN),
    "red": (Grade.MISSED, Grade.FALSE_ALARM),
    "yellow": (Grade.CRASHED, Grade.TIMEOUT, Grade.ENVIRONMENT, Grade.INVALID),
    "dim": (Grade.ABSTAINED, Grade.UNSUPPORTED, Grade.NOT_RUN),
}


def write(text: str) -> None:
    """Write text to standard output, as it is unless that is a terminal."""
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    coloured = Text(text.rstrip("\n"))
    for style, words in _STYLES.items():
        for word in words:
            coloured.highlight_regex(rf"\b{word}\b", style)
    # soft_wrap: a wide table is left to the terminal, nothing is cut off.
    Console(highlight=False).print(coloured, soft_wrap=True)
