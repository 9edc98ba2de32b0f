"""Exact intervals: against SciPy, and by what defines them."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from tapecheck.stats import clopper_pearson, rate, youden_interval, youden_j

counts = st.integers(0, 300).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials)))
some = counts.filter(lambda pair: pair[1] > 0)


@settings(deadline=None)
@given(some, st.sampled_from([0.5, 0.8, 0.95, 0.975, 0.999]))
def test_clopper_pearson_is_that_of_scipy(pair, confidence):
    low, high = clopper_pearson(*pair, confidence)
    expected = binomtest(*pair).proportion_ci(confidence, method="exact")
    assert low == pytest.approx(expected.low, abs=1e-10)
    assert high == pytest.approx(expected.high, abs=1e-10)


@pytest.mark.parametrize(
    ("successes", "trials"), [(1, 1_000_000), (500_000, 1_000_000), (999_999, 1_000_000), (7, 5000)]
)
def test_many_trials_neither_overflow_nor_lose_digits(successes, trials):
    low, high = clopper_pearson(successes, trials)
    expected = binomtest(successes, trials).proportion_ci(0.95, method="exact")
    assert low == pytest.approx(expected.low, rel=1e-7)
    assert high == pytest.approx(expected.high, rel=1e-7)


def test_no_success_has_the_closed_form():
    # (1 - p)^10 = 0.025, solved by hand: not an implementation of the same sum.
    assert clopper_pearson(0, 10) == (0.0, pytest.approx(1.0 - 0.025**0.1, abs=1e-12))
    assert clopper_pearson(10, 10) == (pytest.approx(0.025**0.1, abs=1e-12), 1.0)


def test_without_trials_nothing_is_known():
    assert clopper_pearson(0, 0) == (0.0, 1.0)
    assert rate(0, 0) is None, "0 of 0 is neither 0 % nor 100 %"
    assert youden_j(0, 0, 1, 5) is None
    assert youden_j(1, 5, 0, 0) is None
    assert youden_interval(0, 0, 0, 0) == (-1.0, 1.0)


@given(counts)
def test_the_interval_holds_the_observed_share(pair):
    low, high = clopper_pearson(*pair)
    assert 0.0 <= low <= high <= 1.0
    if rate(*pair) is not None:
        assert low <= rate(*pair) <= high


@given(some)
def test_seen_from_the_failures_the_interval_is_mirrored(pair):
    successes, trials = pair
    low, high = clopper_pearson(successes, trials)
    mirrored = clopper_pearson(trials - successes, trials)
    assert mirrored == (pytest.approx(1.0 - high, abs=1e-12), pytest.approx(1.0 - low, abs=1e-12))


@given(some)
def test_more_confidence_is_never_a_shorter_interval(pair):
    narrow, wide = clopper_pearson(*pair, 0.8), clopper_pearson(*pair, 0.99)
    assert wide[0] <= narrow[0]
    assert narrow[1] <= wide[1]


@pytest.mark.parametrize(("successes", "trials"), [(-1, 3), (4, 3), (1, -1)])
def test_impossible_counts_are_refused(successes, trials):
    with pytest.raises(ValueError, match="successes in"):
        clopper_pearson(successes, trials)
    with pytest.raises(ValueError, match="successes in"):
        rate(successes, trials)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95, math.nan])
def test_a_confidence_in_percent_is_refused(confidence):
    with pytest.raises(ValueError, match="not between 0 and 1"):
        clopper_pearson(1, 2, confidence)


def test_youden_j_of_perfect_useless_and_inverted_tools():
    assert youden_j(5, 5, 0, 8) == 1.0
    assert youden_j(5, 10, 4, 8) == 0.0
    assert youden_j(0, 5, 8, 8) == -1.0


@given(some, some)
def test_the_interval_of_j_holds_j(wrong, right):
    low, high = youden_interval(*wrong, *right)
    assert -1.0 <= low <= youden_j(*wrong, *right) <= high <= 1.0


def test_each_of_the_two_rates_in_j_gets_half_of_the_error():
    recall = binomtest(9, 12).proportion_ci(0.975, method="exact")
    alarms = binomtest(2, 30).proportion_ci(0.975, method="exact")
    expected = (recall.low - alarms.high, recall.high - alarms.low)
    assert youden_interval(9, 12, 2, 30) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(("recall", "alarm_rate"), list(product([0.05, 0.5, 0.9], [0.02, 0.5])))
def test_the_interval_of_j_covers_as_often_as_it_says(recall, alarm_rate):
    """Summed over every outcome that 12 wrong and 9 right programs can have, not sampled."""
    covered = 0.0
    for caught, alarms in product(range(13), range(10)):
        low, high = youden_interval(caught, 12, alarms, 9)
        if low <= recall - alarm_rate <= high:
            covered += binom.pmf(caught, 12, recall) * binom.pmf(alarms, 9, alarm_rate)
    assert covered >= 0.95
