"""Writes tables down: text for a terminal, markdown for a page, csv and json for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapecheck.publish.csv import to_csv
from tapecheck.publish.json import to_json
from tapecheck.publish.markdown import to_markdown
from tapecheck.publish.text import to_text
from tapecheck.tables import Table

#: How each format is written.
WRITERS: dict[str, Callable[[Sequence[Table]], str]] = {
    "text": to_text,
    "markdown": to_markdown,
    "csv": to_csv,
    "json": to_json,
}


def render(tables: Sequence[Table], form: str) -> str:
    """Return tables in one of the formats of ``WRITERS``, ending in a newline."""
    return WRITERS[form](tables)


__all__ = ["WRITERS", "render", "to_csv", "to_json", "to_markdown", "to_text"]
