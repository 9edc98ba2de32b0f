"""The check that people really do: does a small step along minus the gradient lower the loss."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapecheck.probe.program import Array, Program
from tapecheck.probe.tools.base import Judgement, Tool
from tapecheck.vocabulary import Verdict

#: Step lengths tried, relative to the size of the inputs: one that lowers the loss is enough.
STEPS = (1e-1, 1e-2, 1e-3)
#: A change counts from this many times the measured noise on: one repetition sees only part of it.
NOISE_SAFETY = 4.0


class LossDescent(Tool):
    """Steps along minus the consumed gradient at three lengths and looks at the loss."""

    name = "loss-descent"
    about = "whether a small step along minus the consumed gradient lowers the loss"
    hello = "quantizer-round"
    blind = (
        "any wrong gradient that still points downhill: factors, missing terms, most overwrites",
        "whether the loss that falls is the one that was meant",
    )

    def examine(self, program: Program) -> dict[str, Any]:
        """Return the loss before and after each step, and the noise of repeating the first."""
        arrays, consumed = program.consumed()
        base = program.loss(program.inputs_from(arrays))
        length = math.sqrt(sum(float(np.sum(gradient**2)) for gradient in consumed.values()))
        size = math.sqrt(sum(float(np.sum(values**2)) for values in arrays.values()))
        losses = []
        for step in STEPS:
            scale = step * max(size, 1e-3) / length if math.isfinite(length) and length > 0.0 else 0.0
            losses.append(program.loss(program.inputs_from(_moved(arrays, consumed, scale))))
        repeated = program.loss(program.inputs_from(arrays))
        noise = max(abs(repeated - base), float(np.spacing(np.float32(abs(base)))))
        return {"gradient_norm": length, "loss": base, "noise": noise, "losses": losses}

    def judge(self, signals: dict[str, Any]) -> Judgement:
        """Flag when no step lowers the loss; abstain when every change drowns in its noise."""
        if not math.isfinite(signals["gradient_norm"]):
            return Judgement(Verdict.FLAGGED, "the gradient is not finite")
        if signals["gradient_norm"] == 0.0:
            return Judgement(Verdict.FLAGGED, "the gradient is zero: no step changes the loss")
        changes = [loss - signals["loss"] for loss in signals["losses"] if math.isfinite(loss)]
        if not changes or not math.isfinite(signals["loss"]):
            return Judgement(Verdict.FLAGGED, "the loss is not finite")
        noise = NOISE_SAFETY * signals["noise"]
        if min(changes) < -noise:
            return Judgement(Verdict.SILENT, f"the loss falls by {-min(changes):.3g}")
        if all(abs(change) <= noise for change in changes):
            return Judgement(Verdict.ABSTAINED, f"the loss changes by less than its noise {noise:.2g}")
        return Judgement(Verdict.FLAGGED, f"no step lowers the loss; the smallest changes it by {changes[-1]:.3g}")


def _moved(arrays: dict[str, Array], gradient: dict[str, Array], scale: float) -> dict[str, Array]:
    if scale == 0.0:
        return arrays
    return {name: values - scale * gradient[name] for name, values in arrays.items()}
