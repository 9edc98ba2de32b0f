"""The contract of a diagnostic tool's adapter.

An adapter is a subclass of ``Tool`` in a module of its own. The harness calls, in this order and in a fresh
process for every program:

1. ``prepare()``, before the program's file is executed: set what must be set before Warp generates code;
2. ``examine(program)``, once: run the tool as its documentation says and return what it said, as plain data;
3. ``judge(signals)``, later, in another process without Warp, perhaps years later: turn that into a verdict.

``examine`` never judges and ``judge`` never runs anything, so a better judge re-grades old records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from tapecheck.probe.program import Program
from tapecheck.vocabulary import Cause, Verdict


class Unsupported(Exception):
    """Raised by a tool that this release of Warp cannot serve; the text says what is lacking."""


@dataclass(frozen=True)
class Judgement:
    """A tool's verdict with the reason in one line and, where the tool names one, the cause."""

    verdict: Verdict
    reason: str
    cause: Cause | None = None


class Tool(ABC):
    """One diagnostic tool.

    Attributes:
        name: the word for the tool in every command and table.
        about: what it does, one line.
        since: first Warp release that can serve it.
        since_reason: what an earlier release lacks.
        hello: case of the plainest bug that it is made to see; it must flag buggy and not fixed.
        blind: what it cannot see, one line each.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    since: ClassVar[tuple[int, int, int]] = (1, 0, 0)
    since_reason: ClassVar[str] = ""
    hello: ClassVar[str]
    blind: ClassVar[tuple[str, ...]]

    def prepare(self) -> None:  # noqa: B027  most tools need nothing
        """Set up what must be set before the program is loaded. Nothing, for most tools."""

    @abstractmethod
    def examine(self, program: Program) -> dict[str, Any]:
        """Run the tool on a freshly loaded program and return what it said, as plain data.

        Raises:
            Unsupported: this release lacks what the tool needs for this program.
            Exception: whatever the tool raises where its user would see a traceback.
        """

    @abstractmethod
    def judge(self, signals: dict[str, Any]) -> Judgement:
        """Return the verdict that follows from what ``examine`` returned."""
