"""A central difference on a ladder of steps that says how far it can be trusted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

#: Steps, in units of the direction, from coarse to fine.
STEPS = (1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4)


@dataclass(frozen=True)
class Estimate:
    """A directional derivative.

    Attributes:
        value: the difference.
        error: estimated absolute error: how much two neighbouring steps differ, and the noise divided by the step.
        step: the step of the value, in units of the direction.
        rungs: (step, difference) for every step.
        sides: the slopes to the left and to the right where they differ at every step: a kink; else None.
    """

    value: float
    error: float
    step: float
    rungs: tuple[tuple[float, float], ...]
    sides: tuple[float, float] | None = None


#: Between neighbouring steps, which are a factor of three apart, the slopes of the two sides of a smooth function
#: come closer by that factor; those of a kink stay where they are. A kink keeps more than this share.
KEPT = 0.7


def judge(
    steps: Sequence[float], ups: Sequence[float], downs: Sequence[float], middle: float, noise: float
) -> Estimate:
    """Return the estimate with the least error.

    Args:
        steps: from coarse to fine.
        ups: f(+step) for each.
        downs: f(-step) for each.
        middle: f(0).
        noise: absolute uncertainty of one value of f.
    """
    rungs = [(step, (up - down) / (2.0 * step)) for step, up, down in zip(steps, ups, downs, strict=True)]
    best, place = Estimate(math.nan, math.inf, math.nan, tuple(rungs)), 0
    for position, ((_, coarse), (step, fine)) in enumerate(pairwise(rungs), start=1):
        error = abs(fine - coarse) + noise / step
        if math.isfinite(error) and error < best.error:
            best, place = Estimate(fine, error, step, tuple(rungs)), position
    if not place:
        return best
    sides = [((middle - down) / step, (up - middle) / step) for step, up, down in zip(steps, ups, downs, strict=True)]
    apart, before = (abs(right - left) for left, right in (sides[place], sides[place - 1]))
    kink = apart > 4.0 * noise / steps[place] and apart > KEPT * before
    return replace(best, sides=sides[place]) if kink else best


def climb(f: Callable[[float], float], noise: float | None = None) -> Estimate:
    """Evaluate f at both sides of zero for every step and return the best estimate.

    The noise, if not given, is one unit in the last place of a float32 of the size of f(0).
    """
    middle = f(0.0)
    if noise is None:
        noise = float(np.spacing(np.float32(abs(middle) + 1e-30)))
    return judge(STEPS, [f(step) for step in STEPS], [f(-step) for step in STEPS], middle, noise)
