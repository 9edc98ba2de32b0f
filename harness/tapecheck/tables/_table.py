"""A table: a tidy frame for machines, the same for people where that reads better, and lines below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tapecheck.vocabulary import Word


@dataclass(frozen=True)
class Table:
    """One table, ready to be published in any format.

    Attributes:
        name: signatures, coverage or scorecard.
        title: one line.
        frame: one row per thing, one value per cell; what csv and json hold.
        notes: lines under the table: what the words mean, what is counted.
        warps: releases it is about; device: likewise.
        views: what people are shown in its place, where ``frame`` itself would be too wide.
    """

    name: str
    title: str
    frame: pd.DataFrame
    notes: tuple[str, ...]
    warps: tuple[str, ...]
    device: str
    views: tuple[pd.DataFrame, ...] = ()

    @property
    def shown(self) -> tuple[pd.DataFrame, ...]:
        """The frames that text and markdown show."""
        return self.views or (self.frame,)


def frame_of(rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> pd.DataFrame:
    """Return a frame whose cells stay what they are: counts stay whole where another row has none."""
    frame: pd.DataFrame = pd.DataFrame([list(row) for row in rows], columns=list(columns), dtype=object)
    return frame


def meanings(words: Iterable[Word], used: Collection[str]) -> list[str]:
    """Return a line for each word that the table uses, in the order of the vocabulary; equal words once."""
    found = {word.value: f"{word}: {word.meaning}." for word in words if word.value in used}
    return list(found.values())


def counted(counts: Iterable[tuple[str, int]]) -> str:
    """Return "3 clean, 1 crashed" for what was counted at all."""
    return ", ".join(f"{count} {word}" for word, count in counts if count)
