"""What the hooks report: one event for each operation of the script on Warp's arrays and tapes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tapecheck.trace.memory import Bytes, Span


@dataclass(frozen=True)
class Place:
    """A line of the user's own code."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file.rsplit('/', 1)[-1]}:{self.line}"


@dataclass
class Use:
    """One array as an operation uses it.

    Attributes:
        label: the argument, with members of structs behind dots.
        array: the Warp array; held so that its memory is not given to another array while the log lives.
        span: its memory.
        read: whether the operation reads it.
        written: whether the operation changes it.
        added: whether the only change is adding to elements.
        before: contents before the operation, where they were recorded.
        after: contents after it, where they were recorded and the operation writes.
    """

    label: str
    array: Any
    span: Span
    read: bool
    written: bool
    added: bool = False
    before: Bytes | None = None
    after: Bytes | None = None
    known: bool = True


@dataclass
class Event:
    """One operation.

    Attributes:
        index: its number since the observation began; the same in a replay of a deterministic script.
        kind: launch, copy, fill, assign, read (to the host), create (from host data), open, close, backward, zero.
        name: kernel, or operation.
        place: the user's line, or None where no user code is on the stack.
        uses: arrays, in argument order.
        tape: identity of the tape that recorded it, or None.
        position: index of the entry among the tape's launches.
        kernel: the Warp kernel of a launch.
        arguments: everything needed to launch again: dim, inputs, outputs, options.
        members: (struct instance, attribute, array) of struct arguments, since a script may rebind members later.
    """

    index: int
    kind: str
    name: str
    place: Place | None
    uses: list[Use] = field(default_factory=list)
    tape: int | None = None
    position: int | None = None
    kernel: Any = None
    arguments: dict[str, Any] = field(default_factory=dict)
    members: list[tuple[Any, str, Any]] = field(default_factory=list)
