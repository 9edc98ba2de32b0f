"""Which gradient array belongs to which array, and what is known about its contents."""

from __future__ import annotations

import weakref
from bisect import bisect_right, insort
from dataclasses import dataclass
from typing import Any

from tapecheck.trace.memory import Bytes, Span, read, span_of


@dataclass
class Entry:
    """A gradient array that is known.

    Attributes:
        owner: weak reference to the array whose gradient it is.
        span: memory of the gradient.
        left: contents as the last backward pass left them, None before one.
    """

    owner: Any
    span: Span
    left: Bytes | None = None

    def array(self) -> Any:
        """Return the owner, or None where it is gone or has another gradient by now."""
        owner = self.owner()
        if owner is None or owner.grad is None or not owner.grad.ptr:
            return None
        found = span_of(owner.grad)
        return owner if found == self.span else None


class Gradients:
    """Finds the owner of a gradient array by its memory."""

    def __init__(self) -> None:
        self._entries: dict[int, Entry] = {}
        self._starts: list[int] = []

    def add(self, owner: Any) -> Entry | None:
        """Remember an array that has a gradient; views of a known gradient are left to their parent."""
        gradient = getattr(owner, "grad", None)
        span = None if gradient is None else span_of(gradient)
        if span is None:
            return None
        known = self._entries.get(span.lo)
        if known is not None and known.array() is not None and known.span.hi >= span.hi:
            return known
        around = self.find(gradient)
        if around is not None and around.span != span:
            return around
        entry = Entry(weakref.ref(owner), span)
        if span.lo not in self._entries:
            insort(self._starts, span.lo)
        self._entries[span.lo] = entry
        return entry

    def find(self, array: Any) -> Entry | None:
        """Return the entry whose gradient memory holds this array, or None."""
        span = span_of(array)
        if span is None:
            return None
        position = bisect_right(self._starts, span.lo) - 1
        if position < 0:
            return None
        entry = self._entries[self._starts[position]]
        if span.hi > entry.span.hi or span.device != entry.span.device:
            return None
        if entry.array() is None:
            del self._entries[entry.span.lo]
            del self._starts[position]
            return None
        return entry

    def alive(self) -> list[Entry]:
        """Return all entries whose owner still has that gradient."""
        return [entry for entry in list(self._entries.values()) if entry.array() is not None]


def contents(entry: Entry) -> Bytes:
    """Return a copy of what a gradient array holds now."""
    return read(entry.span)
