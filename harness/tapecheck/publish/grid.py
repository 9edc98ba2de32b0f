"""A frame drawn with characters, whole: nothing is cut off or reformatted."""

from __future__ import annotations

import numbers
from collections.abc import Callable

import pandas as pd
from tabulate import tabulate


def draw(frame: pd.DataFrame, style: str, escape: Callable[[str], str] = str) -> str:
    """Return a frame in one of tabulate's styles; columns of numbers are aligned to the right."""
    headers = [escape(str(column)) for column in frame.columns]
    rows = [[_cell(value, escape) for value in row] for row in frame.itertuples(index=False, name=None)]
    # By position: two columns may have the same heading.
    columns = [frame.iloc[:, index] for index in range(len(headers))]
    sides = ["right" if len(column) and column.map(_is_number).all() else "left" for column in columns]
    # tabulate takes alignments only for columns that have cells.
    alignment = {"colalign": sides, "headersalign": sides} if rows else {}
    return str(tabulate(rows, headers, tablefmt=style, disable_numparse=True, **alignment))


def _cell(value: object, escape: Callable[[str], str]) -> str:
    return "-" if value is None or value != value else escape(str(value))  # noqa: PLR0124  NaN alone differs from itself


def _is_number(value: object) -> bool:
    return isinstance(value, numbers.Real)
