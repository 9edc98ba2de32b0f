"""Rates with exact intervals, for the small counts of a scorecard: pure functions, nothing but ``math``.

A rate over no trials does not exist: ``rate`` gives None, and its interval is all of what a rate can be.
"""

from __future__ import annotations

import math

#: Terms of a binomial tail that are this much smaller than its sum no longer change it.
_NEGLIGIBLE = 1e-17
#: Halvings of an interval: more than a double has bits, and enough to come down to limits near zero.
_HALVINGS = 200


def rate(successes: int, trials: int) -> float | None:
    """Return the share of successes, or None without trials.

    Raises:
        ValueError: the counts are not 0 <= successes <= trials.
    """
    _check(successes, trials)
    return successes / trials if trials else None


def clopper_pearson(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of a binomial proportion; (0, 1) without trials.

    The limits are the proportions at which the observed count, or one further out, has probability
    (1 - confidence) / 2. It covers the true proportion with at least the stated confidence, whatever the
    number of trials (C. J. Clopper, E. S. Pearson, Biometrika 26, 1934, 404-413).

    Raises:
        ValueError: the counts are not 0 <= successes <= trials, or the confidence is not inside (0, 1).
    """
    _check(successes, trials)
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence {confidence} is not between 0 and 1")
    tail = (1.0 - confidence) / 2.0
    # Seen from the failures the upper limit is a lower one.
    return _lower(successes, trials, tail), 1.0 - _lower(trials - successes, trials, tail)


def youden_j(caught: int, wrong: int, false_alarms: int, right: int) -> float | None:
    """Return recall minus false-alarm rate, or None where one of them does not exist.

    1 for a tool that flags all that is wrong and nothing else, 0 for one whose flags say nothing
    (W. J. Youden, Cancer 3, 1950, 32-35).
    """
    recall, false_alarm_rate = rate(caught, wrong), rate(false_alarms, right)
    return None if recall is None or false_alarm_rate is None else recall - false_alarm_rate


def youden_interval(
    caught: int, wrong: int, false_alarms: int, right: int, confidence: float = 0.95
) -> tuple[float, float]:
    """Return an interval of Youden's J that covers it with at least the stated confidence.

    Each of the two rates gets its exact interval at half the error, and J runs between the differences of
    their opposite ends. By Bonferroni's inequality both intervals hold at once with the stated confidence.
    That is wider than combining the limits by square-and-add (R. G. Newcombe, Statistics in Medicine 17,
    1998, 873-890), but it is a bound and no approximation, and it does not need the two rates to be
    independent: they come from the buggy and the correct programs of the same cases.
    """
    each = (1.0 + confidence) / 2.0
    recall_low, recall_high = clopper_pearson(caught, wrong, each)
    alarm_low, alarm_high = clopper_pearson(false_alarms, right, each)
    return recall_low - alarm_high, recall_high - alarm_low


def _check(successes: int, trials: int) -> None:
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")


def _lower(successes: int, trials: int, tail: float) -> float:
    """The proportion at which ``successes`` or more have probability ``tail``; by bisection."""
    if successes == 0:
        return 0.0
    # The median of a binomial whose mean is a whole number is that mean: at the observed share the
    # probability is at least one half, so the limit lies below it.
    low, high = 0.0, successes / trials
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if _at_least(successes, trials, middle) < tail:
            low = middle
        else:
            high = middle
    return low


def _at_least(successes: int, trials: int, share: float) -> float:
    """The probability of ``successes`` or more, for a share of at most successes / trials.

    There each term is smaller than the one before it, so the sum ends early even for many trials.
    """
    log_term = (
        math.lgamma(trials + 1)
        - math.lgamma(successes + 1)
        - math.lgamma(trials - successes + 1)
        + successes * math.log(share)
        + ((trials - successes) * math.log1p(-share) if successes < trials else 0.0)
    )
    # The first term stands outside the sum, which is then in units of it and cannot underflow.
    total = term = 1.0
    for count in range(successes, trials):
        term *= (trials - count) / (count + 1) * share / (1.0 - share)
        total += term
        if term < _NEGLIGIBLE * total:
            break
    return math.exp(log_term) * total
