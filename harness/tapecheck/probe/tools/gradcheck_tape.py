"""Warp's ``warp.autograd.gradcheck_tape``: every recorded launch by itself."""

from __future__ import annotations

from typing import Any

from tapecheck.probe.program import Program
from tapecheck.probe.tools.base import Judgement, Tool
from tapecheck.probe.tools.gradcheck import judge_check, run_check


class GradcheckTape(Tool):
    """Records the forward pass on a tape and hands the tape over, default step and tolerances."""

    name = "gradcheck-tape"
    about = "Warp's gradcheck_tape: each recorded launch in isolation, default tolerances"
    since = (1, 3, 0)
    since_reason = "there is no warp.autograd before 1.3.0"
    hello = "dynamic-loop-local-after"
    blind = (
        "everything that happens between launches",
        "kernels compiled without backward, which it skips",
        "struct arguments",
    )

    def examine(self, program: Program) -> dict[str, Any]:
        """Record ``forward`` and return what the check said of the tape."""
        import warp as wp

        tape = wp.Tape()
        with tape:
            program.forward(program.inputs())
        return run_check(lambda autograd: autograd.gradcheck_tape(tape))

    def judge(self, signals: dict[str, Any]) -> Judgement:
        """Flag when the check of any launch failed."""
        return judge_check(signals)
