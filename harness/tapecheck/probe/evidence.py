"""Counts launches and backward passes, as evidence that a program did run forward and backward."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass
class Count:
    """What ran while counting."""

    launches: int = 0
    backwards: int = 0

    @property
    def ran(self) -> bool:
        """Whether at least one kernel was launched and one tape ran backward."""
        return self.launches > 0 and self.backwards > 0


@contextmanager
def counting() -> Iterator[Count]:
    """Count calls of ``warp.launch`` and ``warp.Tape.backward``; both are restored on exit."""
    import warp as wp

    count = Count()
    launch, backward = wp.launch, wp.Tape.backward

    def counted_launch(*args: Any, **kwargs: Any) -> Any:
        count.launches += 1
        return launch(*args, **kwargs)

    def counted_backward(*args: Any, **kwargs: Any) -> Any:
        count.backwards += 1
        return backward(*args, **kwargs)

    wp.launch, wp.Tape.backward = counted_launch, counted_backward
    try:
        yield count
    finally:
        wp.launch, wp.Tape.backward = launch, backward
