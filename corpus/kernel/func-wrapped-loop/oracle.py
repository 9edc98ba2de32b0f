"""sum (g_i - prod over the years of fund i of (1 + r_j))^2."""

import numpy as np

YEARS = np.repeat([0, 1, 2], [5, 7, 4])
GROWN = np.array([1.6, 1.1, 1.8])


def _worth(rate):
    return np.array([np.prod(1.0 + rate[YEARS == fund]) for fund in range(3)])


def objective(rate):
    return float(np.sum((GROWN - _worth(rate)) ** 2))


def gradient(rate):
    worth = _worth(rate)
    return {"rate": (-2.0 * (GROWN - worth) * worth)[YEARS] / (1.0 + rate)}
