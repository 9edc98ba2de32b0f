"""Warp's overwrite tracker: ``warp.config.verify_autograd_array_access``."""

from __future__ import annotations

import re
from typing import Any

from tapecheck.probe.capture import captured
from tapecheck.probe.program import Program
from tapecheck.probe.tools.base import Judgement, Tool
from tapecheck.vocabulary import Cause, Verdict

#: Both texts of the tracker, at a launch and at code generation; the words are the same in all releases. An array
#: without a label is printed with its contents, which may run over several lines.
WARNING = re.compile(
    r"Array (?:(?!Array )[\s\S])*?is being written to[^\n]*(?:already been read|after it has been read)[^\n]*"
)


class OverwriteTracker(Tool):
    """Runs the program once with the tracker on and collects what it prints."""

    name = "overwrite-tracker"
    about = "Warp's array overwrite tracking: warns when a launch writes an array that an earlier one read"
    since = (1, 3, 0)
    since_reason = "warp.config has no verify_autograd_array_access before 1.3.0"
    hello = "hello"
    blind = (
        "arrays inside structs",
        "zero_() and fill_(), and any write outside an open tape",
        "every mechanism that is not a write after a read",
    )

    def prepare(self) -> None:
        """Switch the tracker on; it must be on before a module is loaded."""
        import warp as wp

        wp.config.verify_autograd_array_access = True

    def examine(self, program: Program) -> dict[str, Any]:
        """Run what the user runs, some iterations of training or the gradient once, and return the tracker's lines."""
        with captured() as output:
            program.consumed()
        found = WARNING.findall(program.without_folders(output.text))
        return {"warnings": [" ".join(text.split()) for text in found]}

    def judge(self, signals: dict[str, Any]) -> Judgement:
        """Flag when anything was reported."""
        warnings = signals["warnings"]
        if warnings:
            return Judgement(Verdict.FLAGGED, warnings[0], Cause.OVERWRITE)
        return Judgement(Verdict.SILENT, "no warning")
