"""Central differences of a float32 program with an error estimate of their own.

A difference of a float32 loss has two errors: truncation, which falls with the step, and rounding noise,
which grows as the step shrinks. Neither is known beforehand, so every direction is measured on a ladder of
steps; the estimate kept is the one whose two errors together are least (the idea of Ridders' method, Press
et al., Numerical Recipes, section 5.7, with a measured noise floor in place of a tableau).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from tapecheck.probe.program import Array, Program

#: Steps tried, relative to the size of the input array's elements, from coarse to fine.
LADDER = (1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4)
#: Up to this many elements every coordinate is differenced; above it, random directions.
DENSE = 64
#: Number of random +-1 directions for an input of more than ``DENSE`` elements.
DIRECTIONS = 12
#: Evaluations at inputs moved by one unit in the last place, to measure the noise of the loss.
JITTERS = 4


@dataclass(frozen=True)
class Difference:
    """One directional derivative.

    Attributes:
        parameter: input name.
        index: flat element index, or -1 for a random direction.
        tape: the consumed gradient along the direction.
        value: the difference, loss units per unit of input.
        error: estimated absolute error of ``value``; inf where no step resolves it.
        step: the step of the estimate.
    """

    parameter: str
    index: int
    tape: float
    value: float
    error: float
    step: float


@dataclass(frozen=True)
class Differences:
    """All directions of one gradient, the loss at the base point and its measured noise."""

    loss: float
    noise: float
    entries: tuple[Difference, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain data for a record."""
        return {"loss": self.loss, "noise": self.noise, "entries": [asdict(entry) for entry in self.entries]}


def difference(program: Program, arrays: dict[str, Array], consumed: dict[str, Array]) -> Differences:
    """Difference the program's loss at ``arrays`` and set it beside the gradient ``consumed``.

    Every evaluation rebuilds the state from fresh inputs over the full horizon.
    """

    def loss(moved: dict[str, Array]) -> float:
        return program.loss(program.inputs_from(moved))

    base = loss(arrays)
    noise = _noise(loss, arrays, base)
    random = np.random.default_rng(0)
    entries = []
    for name, values in arrays.items():
        for index, direction in _directions(values.size, random):
            along = float(direction @ np.ravel(consumed[name]))
            value, error, step = _ladder(loss, arrays, name, direction, noise)
            entries.append(Difference(name, index, along, value, error, step))
    return Differences(base, noise, tuple(entries))


def dense(found: Differences, shapes: dict[str, tuple[int, ...]]) -> dict[str, Array] | None:
    """Return the differences as gradients by input, or None where an input was not differenced densely.

    Elements that no step resolves are NaN.
    """
    gradients = {}
    for name, shape in shapes.items():
        entries = [entry for entry in found.entries if entry.parameter == name]
        if any(entry.index < 0 for entry in entries):
            return None
        values = [entry.value if math.isfinite(entry.error) else math.nan for entry in entries]
        gradients[name] = np.array(values, dtype=np.float64).reshape(shape)
    return gradients


def _directions(size: int, random: np.random.Generator) -> list[tuple[int, Array]]:
    if size <= DENSE:
        return [(i, row) for i, row in enumerate(np.eye(size))]
    return [(-1, random.choice((-1.0, 1.0), size)) for _ in range(DIRECTIONS)]


def _noise(loss: Callable[[dict[str, Array]], float], arrays: dict[str, Array], base: float) -> float:
    """Measure how much the loss changes when every input moves by one unit in the last place."""
    random = np.random.default_rng(1)
    changes = [abs(loss(arrays) - base)]
    for _ in range(JITTERS):
        moved = {
            name: values + random.choice((-1.0, 1.0), values.shape) * np.spacing(np.abs(values).astype(np.float32))
            for name, values in arrays.items()
        }
        changes.append(abs(loss(moved) - base))
    return max(*changes, float(np.spacing(np.float32(abs(base)))))


def _ladder(
    loss: Callable[[dict[str, Array]], float], arrays: dict[str, Array], name: str, direction: Array, noise: float
) -> tuple[float, float, float]:
    values = arrays[name]
    size = max(float(np.sqrt(np.mean(values**2))), 1e-2)
    estimates = []
    for relative in LADDER:
        step = relative * size
        move = step * direction.reshape(values.shape)
        rise = loss({**arrays, name: values + move}) - loss({**arrays, name: values - move})
        estimates.append((step, rise / (2.0 * step)))
    best = (math.nan, math.inf, math.nan)
    for (_, coarse), (step, fine) in pairwise(estimates):
        # The rung above bounds the truncation error of this one: it was measured at three times the step.
        error = abs(fine - coarse) + noise / step
        if math.isfinite(error) and error < best[1]:
            best = (fine, error, step)
    return best
