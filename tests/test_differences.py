"""Differences of a float32 program: right within their own error estimate, or said to be unresolved."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapecheck.probe.differences import DENSE, DIRECTIONS, Difference, Differences, dense, difference
from tapecheck.probe.program import Array, Program, differentiate
from tapecheck.probe.tools import TOOLS
from tapecheck.probe.tools.central_differences import SAFETY
from tapecheck.vocabulary import Verdict

Loss = Callable[[dict[str, Any]], Any]


class Fake:
    """A program in float32 NumPy in the place of one in Warp: what it is given and what it returns is rounded."""

    def __init__(self, loss: Loss) -> None:
        self._loss = loss
        self.evaluated = 0

    def inputs_from(self, arrays: dict[str, Array]) -> dict[str, Any]:
        return {name: np.asarray(values).astype(np.float32) for name, values in arrays.items()}

    def loss(self, inputs: dict[str, Any]) -> float:
        assert all(values.dtype == np.float32 for values in inputs.values())
        self.evaluated += 1
        return float(np.float32(self._loss(inputs)))


def differenced(loss: Loss, arrays: dict[str, Any], consumed: dict[str, Any] | None = None) -> Differences:
    at = {name: np.asarray(values, dtype=np.float64) for name, values in arrays.items()}
    tape = consumed or {name: np.zeros_like(values) for name, values in at.items()}
    return difference(cast(Program, Fake(loss)), at, tape)


def verdict(found: Differences) -> Verdict:
    return TOOLS["central-differences"].judge(found.to_json()).verdict


SMOOTH: dict[str, tuple[Loss, Callable[[Array], Array]]] = {
    "squares": (lambda a: np.sum(a["x"] ** 2), lambda x: 2.0 * x),
    "sines": (lambda a: np.sum(np.sin(np.float32(3.0) * a["x"])), lambda x: 3.0 * np.cos(3.0 * x)),
    "exponentials": (lambda a: np.sum(np.exp(-a["x"])), lambda x: -np.exp(-x)),
    "coupled": (lambda a: a["x"][0] * a["x"][1] ** 2, lambda x: np.array([x[1] ** 2, 2 * x[0] * x[1], 0.0])),
    "fractions": (lambda a: np.sum(1 / (1 + a["x"] ** 2)), lambda x: -2 * x / (1 + x**2) ** 2),
}


# ------------------------------------------------------------------------------------ float32 programs


@pytest.mark.parametrize("name", SMOOTH)
def test_a_smooth_program_is_resolved_and_right(name: str) -> None:
    """A difference that is right only because its error estimate is huge would help nobody."""
    loss, derivative = SMOOTH[name]
    x = np.array([0.7, -1.3, 0.4])
    truth = derivative(x)
    for entry in differenced(loss, {"x": x}).entries:
        gap = abs(entry.value - truth[entry.index])
        assert gap <= SAFETY * entry.error
        assert entry.error < 0.02 * np.abs(truth).max()
        assert gap < 5e-3 * np.abs(truth).max()


def polynomial(coefficients: np.ndarray[Any, Any]) -> tuple[Loss, Callable[[Array], Array]]:
    """Sum over elements of a cubic, and a product of neighbours."""

    def loss(arrays: dict[str, Any]) -> Any:
        x, c = arrays["x"], coefficients.astype(np.float32)
        return np.sum(c[0] * x + c[1] * x**2 + c[2] * x**3, dtype=np.float32) + np.sum(x[1:] * x[:-1])

    def derivative(x: Array) -> Array:
        c = coefficients.astype(np.float32).astype(np.float64)
        found = c[0] + 2.0 * c[1] * x + 3.0 * c[2] * x**2
        found[1:] += x[:-1]
        found[:-1] += x[1:]
        return cast(Array, found)

    return loss, derivative


numbers = st.floats(-3.0, 3.0).map(lambda value: round(value, 3))


@settings(deadline=None, max_examples=60)
@given(st.lists(numbers, min_size=3, max_size=3), st.lists(numbers, min_size=1, max_size=5))
def test_the_error_estimate_covers_the_error(coefficients: list[float], x: list[float]) -> None:
    """Where it did not, a right gradient would be flagged."""
    loss, derivative = polynomial(np.array(coefficients))
    at = np.array(x)
    truth = derivative(at.copy())
    found = differenced(loss, {"x": at}, {"x": truth})
    for entry in found.entries:
        # No estimate is better than the rounding of the step itself.
        rounding = 1e-6 * abs(truth[entry.index])
        assert abs(entry.value - truth[entry.index]) <= SAFETY * entry.error + rounding
    assert verdict(found) is not Verdict.FLAGGED


@settings(deadline=None, max_examples=40)
@given(st.lists(numbers, min_size=3, max_size=3), st.lists(numbers, min_size=2, max_size=5), st.integers(0, 99))
def test_a_wrong_gradient_is_never_called_right(coefficients: list[float], x: list[float], place: int) -> None:
    loss, derivative = polynomial(np.array(coefficients))
    at = np.array(x)
    wrong = derivative(at.copy())
    wrong[place % wrong.size] += 0.5 * max(1.0, np.abs(wrong).max())
    assert verdict(differenced(loss, {"x": at}, {"x": wrong})) is not Verdict.SILENT


@pytest.mark.parametrize("offset", [1e6, -1e7])
def test_a_constant_that_drowns_the_change_gives_no_answer(offset: float) -> None:
    """float32 holds 1e6 to 0.06: what is left of a change of 0.01 is noise, and must not be taken for a slope."""
    x = np.array([0.7, -1.3, 0.4])
    found = differenced(lambda a: np.float32(offset) + np.float32(0.01) * np.sum(a["x"] ** 2), {"x": x}, {"x": x})
    assert found.noise >= np.spacing(np.float32(abs(offset)))
    for entry in found.entries:
        assert not entry.error < abs(0.02 * x[entry.index])
    assert verdict(found) is Verdict.ABSTAINED


def test_the_same_program_without_the_constant_gives_one() -> None:
    x = np.array([0.7, -1.3, 0.4])
    loss: Loss = lambda a: np.float32(0.01) * np.sum(a["x"] ** 2)  # noqa: E731
    assert verdict(differenced(loss, {"x": x}, {"x": 0.02 * x})) is Verdict.SILENT
    assert verdict(differenced(loss, {"x": x}, {"x": 0.03 * x})) is Verdict.FLAGGED


def test_a_program_that_gives_another_loss_each_time_is_noise() -> None:
    """Atomic sums in another order, or a random number without seed."""
    random = np.random.default_rng(3)
    x = np.array([0.7, -1.3])
    found = differenced(lambda a: np.sum(a["x"]) + random.normal(scale=2.0), {"x": x}, {"x": [1.0, 1.0]})
    assert found.noise > 0.1
    assert verdict(found) is not Verdict.SILENT


def test_a_loss_that_is_not_finite_next_to_the_inputs_is_unresolved() -> None:
    found = differenced(lambda a: np.sum(np.where(a["x"] == 0.5, a["x"], np.nan)), {"x": [0.5]}, {"x": [1.0]})
    assert [entry.error for entry in found.entries] == [math.inf]
    gradients = dense(found, {"x": (1,)})
    assert gradients is not None
    assert np.isnan(gradients["x"]).all()


def test_one_step_that_fails_does_not_spoil_the_finer_ones() -> None:
    """The coarsest step may leave the domain of a logarithm."""
    with np.errstate(invalid="ignore"):
        (entry,) = differenced(lambda a: np.log(a["x"][0] - np.float32(0.95)), {"x": [1.0]}).entries
    assert abs(entry.value - 20.0) <= SAFETY * entry.error
    assert entry.error < 2.0


def test_every_evaluation_starts_from_inputs_of_its_own() -> None:
    """A program may change its inputs; the next evaluation must not see that."""

    def loss(arrays: dict[str, Any]) -> Any:
        arrays["x"] *= 2.0
        return np.sum(arrays["x"] ** 2)

    x = np.array([0.7, -1.3])
    found = differenced(loss, {"x": x})
    assert [entry.value for entry in found.entries] == pytest.approx(list(8.0 * x), rel=1e-2)
    assert list(x) == [0.7, -1.3]


def test_inputs_of_different_size_are_stepped_each_by_its_own() -> None:
    arrays = {"large": np.array([3e4]), "small": np.array([2e-2])}
    found = differenced(lambda a: (a["large"] / 1e4)[0] ** 2 + (a["small"] * 100)[0] ** 2, arrays)
    values = {entry.parameter: entry.value for entry in found.entries}
    assert values == {"large": pytest.approx(6e-4, rel=1e-2), "small": pytest.approx(400.0, rel=1e-2)}


def test_the_consumed_gradient_stands_beside_the_element_that_it_is_of() -> None:
    consumed = {"x": np.array([[1.0, 2.0], [3.0, 4.0]]), "y": np.array([5.0])}
    found = differenced(lambda a: np.sum(a["x"]) + np.sum(a["y"]), {"x": np.ones((2, 2)), "y": np.ones(1)}, consumed)
    assert [(entry.parameter, entry.index, entry.tape) for entry in found.entries] == [
        ("x", 0, 1.0), ("x", 1, 2.0), ("x", 2, 3.0), ("x", 3, 4.0), ("y", 0, 5.0),
    ]  # fmt: skip


# -------------------------------------------------------------------------------- directions, shapes


def weighted(size: int) -> tuple[Loss, Array]:
    weights = np.linspace(-1.0, 2.0, size)
    return lambda a: np.sum(weights.astype(np.float32) * np.ravel(a["x"]), dtype=np.float32), weights


def test_the_last_size_that_is_differenced_element_by_element() -> None:
    loss, weights = weighted(DENSE)
    found = differenced(loss, {"x": np.ones(DENSE)})
    assert [entry.index for entry in found.entries] == list(range(DENSE))
    gradients = dense(found, {"x": (DENSE,)})
    assert gradients is not None
    assert gradients["x"] == pytest.approx(weights, abs=2e-3)


def test_a_larger_input_is_differenced_along_random_directions() -> None:
    """All elements one by one would take longer than anybody waits."""
    loss, weights = weighted(DENSE + 1)
    fake = Fake(loss)
    at = {"x": np.ones(DENSE + 1)}
    found = difference(cast(Program, fake), at, {"x": weights})
    assert [entry.index for entry in found.entries] == [-1] * DIRECTIONS
    assert fake.evaluated < 200
    for entry in found.entries:
        assert abs(entry.value - entry.tape) <= SAFETY * entry.error
        assert entry.error < 0.2
    assert len({entry.tape for entry in found.entries}) > 1, "the directions differ"
    assert found == difference(cast(Program, Fake(loss)), at, {"x": weights}), "and are the same every time"


def test_a_wrong_element_of_a_large_input_shows_along_the_directions() -> None:
    loss, weights = weighted(DENSE + 1)
    wrong = weights.copy()
    wrong[11] += 3.0
    assert verdict(differenced(loss, {"x": np.ones(DENSE + 1)}, {"x": weights})) is Verdict.SILENT
    assert verdict(differenced(loss, {"x": np.ones(DENSE + 1)}, {"x": wrong})) is Verdict.FLAGGED


def made(*entries: tuple[str, int, float, float]) -> Differences:
    return Differences(
        1.0, 1e-7, tuple(Difference(name, i, 0.0, value, error, 1e-3) for name, i, value, error in entries)
    )


def test_dense_gives_each_input_its_shape() -> None:
    found = made(*(("x", i, float(i), 0.1) for i in range(6)), ("y", 0, 9.0, 0.1))
    gradients = dense(found, {"x": (2, 3), "y": ()})
    assert gradients is not None
    assert gradients["x"].tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert gradients["y"].shape == ()
    assert gradients["x"].dtype == np.float64


def test_dense_marks_what_no_step_resolves() -> None:
    """Zero in its place would be taken for a flat loss."""
    gradients = dense(made(("x", 0, 1.0, 0.1), ("x", 1, 2.0, math.inf)), {"x": (2,)})
    assert gradients is not None
    assert gradients["x"][0] == 1.0
    assert math.isnan(gradients["x"][1])


def test_dense_gives_nothing_where_one_input_was_not_differenced_densely() -> None:
    assert dense(made(("x", 0, 1.0, 0.1), ("y", -1, 1.0, 0.1)), {"x": (1,), "y": (100,)}) is None


def test_differences_come_back_from_plain_data() -> None:
    plain = differenced(SMOOTH["squares"][0], {"x": [0.7, -1.3]}).to_json()
    assert set(plain) == {"loss", "noise", "entries"}
    assert set(plain["entries"][1]) == {"parameter", "index", "tape", "value", "error", "step"}
    assert all(type(value) in (int, float, str) for entry in plain["entries"] for value in entry.values())


# ------------------------------------------------------------------------------------ float64 oracles

ORACLES: dict[str, tuple[Callable[[Array], float], Callable[[Array], Array]]] = {
    "cubic": (lambda x: float(np.sum(x**3 - 2.0 * x)), lambda x: 3.0 * x**2 - 2.0),
    "sine": (lambda x: float(np.sum(np.sin(2.0 * x))), lambda x: 2.0 * np.cos(2.0 * x)),
    "exponential": (lambda x: float(np.sum(np.exp(x))), np.exp),
    "root": (lambda x: float(np.sum(np.sqrt(4.0 + x**2))), lambda x: x / np.sqrt(4.0 + x**2)),
    "product": (lambda x: float(np.prod(2.0 + x)), lambda x: np.prod(2.0 + x) / (2.0 + x)),
}


@pytest.mark.parametrize("name", ORACLES)
@settings(deadline=None, max_examples=30)
@given(st.lists(st.floats(-1.5, 1.5), min_size=1, max_size=6))
def test_differentiating_an_oracle_agrees_with_mathematics(name: str, x: list[float]) -> None:
    """The truth must be far more exact than anything that is held against it."""
    objective, derivative = ORACLES[name]
    at = np.array(x)
    (found,) = differentiate(objective, {"x": at}).values()
    scale = max(1.0, np.abs(derivative(at)).max())
    assert np.abs(found - derivative(at)).max() <= 1e-8 * scale


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3, 1e6])
def test_differentiating_takes_steps_of_the_size_of_the_element(size: float) -> None:
    found = differentiate(lambda x: float(np.sum((x / size) ** 3)), {"x": size * np.array([0.5, -2.0])})
    assert found["x"] * size == pytest.approx([0.75, 12.0], rel=1e-8)


def test_differentiating_keeps_shapes_and_leaves_the_arrays_alone() -> None:
    arrays = {"x": np.arange(6.0).reshape(2, 3), "y": np.array(0.5)}
    before = {name: values.copy() for name, values in arrays.items()}

    def objective(x: Array, y: Array) -> float:
        assert (np.shape(x), np.shape(y)) == ((2, 3), ())
        return float(np.sum(x[0] * x[1]) * y)

    found = differentiate(objective, arrays)
    assert found["x"] == pytest.approx(0.5 * np.array([[3.0, 4.0, 5.0], [0.0, 1.0, 2.0]]), abs=1e-8)
    assert found["y"].shape == ()
    assert float(found["y"]) == pytest.approx(14.0, rel=1e-8)
    assert all((arrays[name] == before[name]).all() for name in arrays)
