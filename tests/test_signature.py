"""The classifier of gradients. Properties first, then one example and one near miss of every rule."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tapecheck.signature import (
    DRIFT_RATIO,
    SPARSE_ELEMENTS,
    TOLERANCE,
    Evidence,
    Reading,
    agree,
    classify,
    relative_error,
)
from tapecheck.vocabulary import Signature

TRUE = np.array([1.0, -2.0, 3.0, 0.5])
#: An error with these signs is no constant factor.
SIGNS = np.array([1.0, -1.0, 1.0, 1.0])

#: Numbers of either sign that all count beside each other, so that no element hides below another's tolerance.
telling = st.one_of(st.floats(0.1, 10.0), st.floats(-10.0, -0.1))
anything = st.one_of(st.just(0.0), st.floats(1e-6, 1e6), st.floats(-1e6, -1e-6))
shapes = hnp.array_shapes(max_dims=3, max_side=4)
names = st.lists(st.sampled_from("abcde"), min_size=1, max_size=4, unique=True)


@st.composite
def gradients(draw, elements=anything):
    """A gradient of one to four inputs."""
    return {name: draw(hnp.arrays(np.float64, shapes, elements=elements)) for name in draw(names)}


@st.composite
def wrong_gradients(draw):
    """(consumed, truth): every element off by one of a few factors, zero and one among them."""
    truth = draw(gradients(telling))
    factors = st.sampled_from([0.0, 0.5, 1.0, 1.0, 1.3, 2.0, -1.0])
    return {
        name: values * draw(hnp.arrays(np.float64, values.shape, elements=factors)) for name, values in truth.items()
    }, truth


def word(consumed, truth=TRUE, **evidence) -> Signature:
    return read(consumed, truth, **evidence).signature


def read(consumed, truth=TRUE, **evidence) -> Reading:
    arrays = {
        key: {"x": np.asarray(evidence.pop(key), dtype=np.float64)}
        for key in ("windowed", "differences") if key in evidence
    }  # fmt: skip
    return classify(Evidence({"x": np.asarray(consumed)}, {"x": np.asarray(truth)}, **arrays, **evidence))


# Properties


@given(gradients())
def test_the_truth_itself_is_correct(truth):
    reading = classify(Evidence(dict(truth), truth))
    assert reading.signature is Signature.CORRECT
    assert reading.error == 0.0


@given(gradients(), st.data(), st.sampled_from([math.nan, math.inf, -math.inf]))
def test_one_nonfinite_element_anywhere_is_nonfinite(truth, data, value):
    """Every comparison with NaN is false: a classifier that asks "is it far off" would let it pass."""
    consumed = {name: values.copy() for name, values in truth.items()}
    name = data.draw(st.sampled_from(sorted(consumed)))
    consumed[name].flat[data.draw(st.integers(0, consumed[name].size - 1))] = value
    reading = classify(
        Evidence(consumed, truth, windowed=consumed, differences=consumed, iterations=[(consumed, truth)] * 2)
    )
    assert reading.signature is Signature.NONFINITE
    assert reading.parameter == name


@given(gradients(), st.data())
def test_nan_that_shows_only_later_in_training_is_not_correct(truth, data):
    consumed = {name: values.copy() for name, values in truth.items()}
    consumed[data.draw(st.sampled_from(sorted(consumed)))].flat[0] = math.nan
    assert (
        classify(Evidence(truth, truth, iterations=[(truth, truth), (consumed, truth)])).signature
        is Signature.NONFINITE
    )


@given(hnp.arrays(np.float64, shapes, elements=telling), st.sampled_from([2.0, 3.0, -1.0, 0.5, 64.0, 1.0 / 64.0]))
def test_a_whole_multiple_or_part_of_the_truth_is_that_factor(truth, factor):
    reading = read(factor * truth, truth)
    assert reading.signature is Signature.FACTOR
    assert reading.factor == pytest.approx(factor)
    assert reading.error == pytest.approx(abs(factor - 1.0))


@given(hnp.arrays(np.float64, st.integers(3, 20), elements=telling), st.floats(-100.0, 100.0))
def test_any_constant_is_a_factor_where_enough_elements_agree_on_it(truth, factor):
    assume(abs(factor) > 0.01 and abs(factor - 1.0) > 0.01)
    reading = read(factor * truth, truth)
    assert reading.signature is Signature.FACTOR
    assert reading.factor == pytest.approx(factor)


@given(gradients(telling))
def test_nothing_at_all_is_zero(truth):
    reading = classify(Evidence({name: 0.0 * values for name, values in truth.items()}, truth))
    assert reading.signature is Signature.ZERO


@given(wrong_gradients(), st.randoms(use_true_random=False))
def test_the_order_of_the_inputs_does_not_matter(pair, random):
    consumed, truth = pair
    order = list(truth)
    random.shuffle(order)
    shuffled = Evidence({name: consumed[name] for name in reversed(order)}, {name: truth[name] for name in order})
    assert classify(shuffled).signature is classify(Evidence(consumed, truth)).signature


@given(wrong_gradients(), st.randoms(use_true_random=False))
def test_the_order_of_the_elements_does_not_matter(pair, random):
    consumed, truth = pair
    moved = {}
    for name, values in truth.items():
        order = list(range(values.size))
        random.shuffle(order)
        moved[name] = (consumed[name].ravel()[order], values.ravel()[order])
    evidence = Evidence({name: a for name, (a, _) in moved.items()}, {name: b for name, (_, b) in moved.items()})
    assert classify(evidence).signature is classify(Evidence(consumed, truth)).signature


@given(wrong_gradients())
def test_it_is_correct_exactly_where_every_element_agrees(pair):
    consumed, truth = pair
    right = all(agree(consumed[name], truth[name]).all() for name in truth)
    assert (classify(Evidence(consumed, truth)).signature is Signature.CORRECT) == right


@given(wrong_gradients(), st.sampled_from([1e-6, 1e-3, 1e3, 1e6]))
def test_the_unit_of_the_loss_does_not_matter(pair, unit):
    """An absolute tolerance would pass a wrong gradient that is small, as Warp's own check does."""
    consumed, truth = pair
    scaled = Evidence({name: unit * consumed[name] for name in truth}, {name: unit * truth[name] for name in truth})
    assert classify(scaled).signature is classify(Evidence(consumed, truth)).signature


@given(wrong_gradients())
def test_it_changes_none_of_its_arrays(pair):
    before = [{name: values.copy() for name, values in side.items()} for side in pair]
    classify(Evidence(*pair, windowed=pair[1], differences=pair[0], iterations=[pair, pair]))
    for side, copy in zip(pair, before, strict=True):
        assert all(np.array_equal(side[name], copy[name]) for name in side)


# Agreement


def test_nan_and_infinity_agree_with_nothing_finite():
    assert not agree(np.array([math.nan, math.inf, -math.inf, math.nan]), TRUE).any()
    assert not agree(np.array([math.nan]), np.array([math.nan])).any()


def test_an_element_that_is_tiny_beside_the_others_may_be_off_by_their_rounding():
    assert agree(np.array([1.0, 2e-4]), np.array([1.0, 1e-4])).all()
    assert not agree(np.array([1.0, 2e-2]), np.array([1.0, 1e-2])).all()


def test_relative_error_of_a_zero_truth():
    assert relative_error(np.zeros(3), np.zeros(3)) == 0.0
    assert relative_error(np.ones(3), np.zeros(3)) == math.inf


@pytest.mark.parametrize(("off", "expected"), [(0.5, Signature.CORRECT), (4.0, Signature.WRONG)])
def test_the_tolerance_is_the_line_between_right_and_wrong(off, expected):
    consumed = TRUE * (1.0 + off * TOLERANCE * SIGNS)
    assert word(consumed) is expected


def test_a_case_may_widen_the_tolerance():
    consumed = TRUE * [1.01, 0.99, 1.01, 0.99]
    assert word(consumed) is Signature.WRONG
    assert word(consumed, tolerance=0.02) is Signature.CORRECT


def test_other_names_or_shapes_than_the_oracles_are_refused_and_not_broadcast():
    with pytest.raises(ValueError, match="against an oracle for"):
        classify(Evidence({"y": TRUE}, {"x": TRUE}))
    with pytest.raises(ValueError, match="has shape"):
        word(TRUE[:1])


# Rules, in their order


def test_a_gradient_below_the_resolution_of_float32_is_zero():
    assert word(1e-14 * TRUE) is Signature.ZERO
    assert word(1e-4 * TRUE) is not Signature.ZERO


def test_zero_is_correct_where_the_truth_is_zero_and_wrong_the_other_way_round():
    assert word(np.zeros(4), np.zeros(4)) is Signature.CORRECT
    assert word(TRUE, np.zeros(4)) is Signature.WRONG


def test_one_dead_input_beside_a_right_one_is_zero():
    evidence = Evidence({"a": TRUE, "b": np.zeros(4)}, {"a": TRUE, "b": TRUE})
    assert classify(evidence) == Reading(Signature.ZERO, 1.0, 0.0, "b")


def test_truncated_agrees_with_the_windowed_oracle_and_not_with_the_true_one():
    consumed = [1.0, -1.0, 2.0, 0.1]
    assert word(consumed, windowed=consumed) is Signature.TRUNCATED
    assert word(consumed, windowed=TRUE) is Signature.WRONG
    assert word(TRUE, windowed=TRUE) is Signature.CORRECT
    assert word(2.0 * TRUE, windowed=2.0 * TRUE) is Signature.TRUNCATED, "the more telling word is tried first"


def test_truncated_needs_every_window_right():
    assert word([1.0, -1.0, 2.0, 0.2], windowed=[1.0, -1.0, 2.0, 0.1]) is Signature.WRONG


def test_few_elements_are_not_enough_for_a_factor_that_is_not_whole():
    """Any wrong gradient of one element is some constant times the truth."""
    assert word([1.37], [1.0]) is Signature.WRONG
    assert word([1.37, 2.74], [1.0, 2.0]) is Signature.WRONG
    assert word([2.0], [1.0]) is Signature.FACTOR
    assert word([0.25], [1.0]) is Signature.FACTOR


def test_elements_near_zero_do_not_make_a_factor_credible():
    assert word([1.37, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]) is Signature.WRONG


def test_a_factor_on_all_elements_but_one_is_no_factor():
    assert word([2.0, -4.0, 6.0, 0.5]) is Signature.WRONG


def test_unconverged_agrees_with_differences_that_the_oracle_contradicts():
    consumed = [1.0, -1.0, 2.0, 0.1]
    assert word(consumed, differences=[1.005, -1.0, 2.0, 0.1]) is Signature.UNCONVERGED
    assert word(consumed, differences=TRUE) is Signature.WRONG


def test_differences_that_cannot_tell_the_two_apart_prove_nothing():
    consumed = TRUE * (1.0 + 0.004 * SIGNS)
    assert word(consumed) is Signature.WRONG
    assert word(consumed, differences=TRUE) is Signature.WRONG


def test_differences_with_a_hole_are_not_used():
    consumed = [1.0, -1.0, 2.0, 0.1]
    assert word(consumed, differences=[1.0, -1.0, math.nan, 0.1]) is Signature.WRONG


def over_horizon(*errors):
    """(steps, consumed, truth) with these relative errors, of no constant factor."""
    return [(5 * 2**i, {"x": TRUE * (1.0 + error * SIGNS)}, {"x": TRUE}) for i, error in enumerate(errors)]


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ((1e-5, 0.1, 0.4), Signature.DRIFTING),
        ((0.1, 0.2, 0.4), Signature.DRIFTING),
        ((0.2, 0.3, 0.4), Signature.WRONG),  # rises by less than DRIFT_RATIO
        ((0.1, 0.5, 0.4), Signature.WRONG),  # falls again
        ((0.4, 0.4, 0.4), Signature.WRONG),
        ((1e-5, 0.4), Signature.WRONG),  # two horizons are no trend
        ((math.nan, 0.1, 0.4), Signature.WRONG),
    ],
)
def test_drifting_needs_an_error_that_keeps_growing(errors, expected):
    assert DRIFT_RATIO == 3.0, "the examples stand on either side of it"
    assert word(TRUE * (1.0 + 0.4 * SIGNS), horizon=over_horizon(*errors)) is expected


def test_rounding_that_grows_below_the_tolerance_is_correct():
    assert word(TRUE * (1.0 + 5e-4 * SIGNS), horizon=over_horizon(1e-6, 1e-5, 5e-4)) is Signature.CORRECT


def test_sparse_has_a_minority_of_wrong_elements():
    assert word([1.0, -2.0, 3.0, 0.9]) is Signature.SPARSE
    assert word([1.0, -2.0, 4.0, 0.9]) is Signature.SPARSE
    assert word([1.0, -3.0, 4.5, 0.9]) is Signature.WRONG


def test_an_array_too_small_is_never_sparse():
    size = SPARSE_ELEMENTS - 1
    assert word([*TRUE[: size - 1], 9.0], TRUE[:size]) is Signature.WRONG


def test_elements_that_are_right_because_the_truth_is_zero_do_not_make_an_error_sparse():
    assert word([0.0, 0.0, 0.0, 1.37], [0.0, 0.0, 0.0, 1.0]) is Signature.WRONG


# Training


def training(*ratios):
    return [({"x": ratio * TRUE}, {"x": TRUE}) for ratio in ratios]


def test_growing_is_right_at_first_and_larger_at_every_iteration():
    assert read(TRUE, iterations=training(1.0, 2.0, 3.0)) == Reading(Signature.GROWING, 2.0, 3.0, "x")


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [
        ((1.0, 2.0, 2.0), Signature.FACTOR),  # off, but no longer growing
        ((1.0, 1.2, 1.4), Signature.FACTOR),  # grows by less than GROWTH
        ((2.0, 3.0, 4.0), Signature.FACTOR),  # wrong from the start
        ((1.0, 1.0, 0.0), Signature.ZERO),
        ((1.0, 1.0, 1.0), Signature.CORRECT),
    ],
)
def test_a_later_iteration_that_does_not_grow_keeps_its_own_word(ratios, expected):
    assert word(TRUE, iterations=training(*ratios)) is expected


def test_a_gradient_that_is_wrong_at_once_is_not_called_by_what_it_becomes_later():
    assert word(np.zeros(4), iterations=training(1.0, 2.0, 3.0)) is Signature.ZERO


# Subgradients


def test_any_subgradient_between_the_bounds_is_correct_and_none_beyond():
    bounds = {"x": (np.full(4, -1.0), np.full(4, 1.0))}
    truth = np.zeros(4)
    assert word([-1.0, 0.0, 0.3, 1.0], truth, bounds=bounds) is Signature.CORRECT
    assert word([-1.0, 0.0, 0.3, 1.1], truth, bounds=bounds) is not Signature.CORRECT
    assert word([-1.0, 0.0, 0.3, math.nan], truth, bounds=bounds) is Signature.NONFINITE


# Text


@pytest.mark.parametrize(
    ("reading", "text"),
    [
        (Reading(Signature.FACTOR, 1.0, 2.0, "x"), "factor 2"),
        (Reading(Signature.GROWING, 2.0, 3.0, "x"), "growing to 3x"),
        (Reading(Signature.DRIFTING, 0.3512, None, "x"), "drifting 0.35"),
        (Reading(Signature.NONFINITE, math.inf, None, "x"), "nonfinite"),
        (Reading(Signature.ZERO, 1.0, 0.0, "x"), "zero"),
        (Reading(Signature.CORRECT, 1e-6, None, "x"), "correct"),
    ],
)
def test_a_table_shows_the_number_that_belongs_to_the_word(reading, text):
    assert str(reading) == text


def test_an_input_whose_gradient_vanishes_is_not_called_zero() -> None:
    """Its truth is 1e-8 by the rounding of its start value, which the program cannot know."""
    evidence = Evidence(
        consumed={"x": np.array([2.0, -1.0]), "y": np.array([0.0])},
        truth={"x": np.array([2.0, -1.0]), "y": np.array([1e-8])},
    )
    assert classify(evidence).signature is Signature.CORRECT
    louder = Evidence(evidence.consumed, {**evidence.truth, "y": np.array([1e-3])})
    assert classify(louder).signature is Signature.ZERO
