"""Central differences over the full horizon against the gradient that the optimiser consumes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tapecheck.probe.differences import difference
from tapecheck.probe.program import Program
from tapecheck.probe.tools.base import Judgement, Tool
from tapecheck.vocabulary import Verdict

#: Relative disagreement that counts, beyond what the difference's own error estimate allows.
TOLERANCE = 2e-2
#: A disagreement must be this many error estimates large: the estimate is itself rough.
SAFETY = 4.0
#: Where the largest error estimate exceeds this share of the gradient's size, nothing is resolved.
RESOLVED = 0.2


#: Where all differences are zero, the loss must be known to be flat over the step, to this share of itself.
FLAT = 1e-3


class CentralDifferences(Tool):
    """Differences the loss with all state rebuilt, on a ladder of steps with a measured noise floor."""

    name = "central-differences"
    about = "central differences, step ladder and noise estimate, against the consumed gradient"
    hello = "hello"
    blind = (
        "an objective that is itself not the intended one: unconverged solves, flat operations",
        "gradients below the float32 noise of the loss, where it abstains",
    )

    def examine(self, program: Program) -> dict[str, Any]:
        """Return every directional difference beside the consumed gradient along it."""
        arrays, consumed = program.consumed()
        return difference(program, arrays, consumed).to_json()

    def judge(self, signals: dict[str, Any]) -> Judgement:
        """Flag a disagreement beyond the error estimates; abstain where those drown the gradient."""
        entries = signals["entries"]
        if not all(math.isfinite(entry["tape"]) for entry in entries):
            return Judgement(Verdict.FLAGGED, "the consumed gradient is not finite")
        for name in dict.fromkeys(entry["parameter"] for entry in entries):
            mine = [entry for entry in entries if entry["parameter"] == name]
            size = max(max(abs(entry["value"]), abs(entry["tape"])) for entry in mine)
            for entry in mine:
                gap = abs(entry["tape"] - entry["value"])
                if gap > SAFETY * entry["error"] + TOLERANCE * max(abs(entry["value"]), 0.1 * size):
                    return Judgement(Verdict.FLAGGED, _disagreement(entry))
        drowned = [entry for entry in entries if not _resolved(entry, entries, signals["loss"])]
        if drowned:
            worst = max(drowned, key=lambda entry: entry["error"])
            return Judgement(
                Verdict.ABSTAINED,
                f"{worst['parameter']}: error of the difference {worst['error']:.2g} against {worst['value']:.2g}",
            )
        return Judgement(Verdict.SILENT, "all differences agree")


def _resolved(entry: dict[str, Any], entries: list[dict[str, Any]], loss: float) -> bool:
    """Whether the difference is sharp against the gradient or, where that is nothing, against the loss itself."""
    mine = [other["value"] for other in entries if other["parameter"] == entry["parameter"]]
    finite = [value for value in mine if math.isfinite(value)]
    size = float(np.sqrt(np.mean(np.square(finite)))) if finite else 0.0
    flat = entry["error"] * entry["step"] <= FLAT * abs(loss)
    return bool(entry["error"] <= RESOLVED * size) or (size == 0.0 and entry["tape"] == 0.0 and flat)


def _disagreement(entry: dict[str, Any]) -> str:
    place = "along a direction" if entry["index"] < 0 else f"element {entry['index']}"
    return (
        f"{entry['parameter']}, {place}: consumed {entry['tape']:.4g}, "
        f"difference {entry['value']:.4g} +- {entry['error']:.1g}"
    )
