"""Measures what a program's gradient is and what it should be: the numbers behind its signature."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapecheck.probe.differences import dense, difference
from tapecheck.probe.evidence import counting
from tapecheck.probe.program import Array, Oracle, Program, to_float64

#: The cell that measures carries this name in the place of a tool's.
MEASURE = "measure"
#: Training iterations looked at of a program that trains.
ITERATIONS = 5


def measure(program: Program, oracle: Oracle) -> dict[str, Any]:
    """Return raw numbers as plain data; ``grade.evidence_from`` turns them into the classifier's input."""
    arrays = to_float64({name: array.numpy() for name, array in program.inputs().items()})
    with counting() as count:
        loss = program.loss(program.inputs())
        consumed = program.gradient(program.inputs())
    truth = oracle.derivative(arrays)
    signals: dict[str, Any] = {
        "launches": count.launches,
        "backwards": count.backwards,
        "inputs": _lists(arrays),
        "loss": loss,
        "oracle_loss": float(oracle.objective(**arrays)),
        "consumed": _lists(consumed),
        "truth": _lists(truth),
    }
    if oracle.windowed is not None:
        signals["windowed"] = _lists(to_float64(oracle.windowed(**arrays)))
    signals.update(_bounds(oracle, arrays))
    if all(np.isfinite(values).all() for values in consumed.values()):
        shapes = {name: np.shape(values) for name, values in arrays.items()}
        differences = dense(difference(program, arrays, consumed), shapes)
        signals["differences"] = None if differences is None else _lists(differences)
    if program.has_steps and oracle.has_steps:
        signals["horizon"] = [_over(steps, program, oracle, arrays) for steps in _horizons(program.steps)]
    if program.trains:
        signals["iterations"] = [
            {"consumed": _lists(gradient), "truth": _lists(oracle.derivative(at)), **_bounds(oracle, at)}
            for at, gradient in program.train(ITERATIONS)
        ]
    return signals


def _horizons(steps: int) -> list[int]:
    return sorted({max(1, steps // 4), max(1, steps // 2), steps})


def _over(steps: int, program: Program, oracle: Oracle, arrays: dict[str, Array]) -> dict[str, Any]:
    consumed = program.gradient(program.inputs(), steps=steps)
    truth = oracle.derivative(arrays, steps=steps)
    return {
        "steps": steps,
        "consumed": _lists(consumed),
        "truth": _lists(truth),
        **_bounds(oracle, arrays, steps=steps),
    }


def _bounds(oracle: Oracle, arrays: dict[str, Array], **steps: int) -> dict[str, Any]:
    """Return the valid subgradients as an entry of the record, or nothing where there is just one."""
    if oracle.bounds is None:
        return {}
    found = oracle.bounds(**arrays, **steps)
    return {"bounds": {name: [np.asarray(end).tolist() for end in ends] for name, ends in found.items()}}


def _lists(arrays: dict[str, Array]) -> dict[str, Any]:
    return {name: np.asarray(values).tolist() for name, values in arrays.items()}
