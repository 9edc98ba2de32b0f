"""Warp's ``warp.autograd.gradcheck`` on a program's whole forward pass."""

from __future__ import annotations

import inspect
from typing import Any

from tapecheck.probe.capture import captured
from tapecheck.probe.program import Program
from tapecheck.probe.tools.base import Judgement, Tool
from tapecheck.vocabulary import Verdict

#: Part of the ValueError by which gradcheck refuses a kernel without adjoint (from 1.17.0 in any callable).
REFUSED = "must have backward pass enabled"
#: How gradcheck begins the ValueError that reports a difference, in every release that has it.
FAILED = "Gradient check failed"


class Gradcheck(Tool):
    """Hands ``forward`` and the optimisation inputs to gradcheck with its default step and tolerances."""

    name = "gradcheck"
    about = "Warp's gradcheck, end to end on the forward pass, default tolerances"
    since = (1, 6, 0)
    since_reason = "warp.autograd.gradcheck takes kernels only before 1.6.0, no Python function"
    hello = "hello"
    blind = (
        "whatever happens between recording and backward, or between two tapes",
        "an input or a loss without requires_grad: nothing is compared, and the check passes",
        "errors below its absolute tolerance of 1e-3",
    )

    def examine(self, program: Program) -> dict[str, Any]:
        """Run gradcheck as its documentation shows and return what it raised or returned."""
        return run_check(lambda autograd: _end_to_end(autograd, program))

    def judge(self, signals: dict[str, Any]) -> Judgement:
        """Flag when the check failed."""
        return judge_check(signals)


def _end_to_end(autograd: Any, program: Program) -> Any:
    # The program's own function, not one wrapped around it: gradcheck reads the names of its parameters.
    forward = program.module.forward
    inputs = program.inputs()
    names = [name for name in inspect.signature(forward).parameters if name in inputs]
    return autograd.gradcheck(forward, inputs=[inputs[name] for name in names])


def run_check(check: Any) -> dict[str, Any]:
    """Call ``check(warp.autograd)`` and return whether it passed, and the text of its failure.

    Raises:
        Exception: anything but the ValueError by which Warp's checks report a difference.
    """
    import warp.autograd

    with captured() as output:
        try:
            passed, text = bool(check(warp.autograd)), ""
        except ValueError as error:
            if REFUSED not in str(error) and FAILED not in str(error):
                raise
            passed, text = False, str(error)
    return {"passed": passed, "text": text, "summary": output.text[-1500:]}


def judge_check(signals: dict[str, Any]) -> Judgement:
    """Flag when the check did not pass; a check that refuses to run has abstained."""
    if REFUSED in signals["text"]:
        return Judgement(Verdict.ABSTAINED, signals["text"])
    if signals["passed"]:
        return Judgement(Verdict.SILENT, "the check passed")
    return Judgement(Verdict.FLAGGED, signals["text"] or "the check returned False")
