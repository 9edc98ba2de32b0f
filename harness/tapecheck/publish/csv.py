"""Comma-separated values for programs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import pandas as pd

from tapecheck.tables import Table


def to_csv(tables: Sequence[Table]) -> str:
    """Return tables as csv, without titles and notes.

    Tables of one kind, such as the coverage of several releases, become one. Different kinds cannot: they
    follow each other, each after a line ``# name`` and all but the first after an empty line.
    """
    groups = [list(group) for _, group in groupby(tables, key=lambda table: (table.name, tuple(table.frame.columns)))]
    texts = [pd.concat([table.frame for table in group]).to_csv(index=False, lineterminator="\n") for group in groups]
    if len(groups) == 1:
        return texts[0]
    return "\n".join(f"# {group[0].name}\n{text}" for group, text in zip(groups, texts, strict=True))
