"""sum over firms of (b - sum over its workers of 0.2 w + 0.05 w^2 + 0.3 max(w - 0.9, 0))^2."""

import numpy as np

FIRM = np.repeat(np.arange(4), [2, 4, 3, 4])
BUDGET = np.array([0.4, 1.6, 0.9, 1.5])


def _gap(wage):
    return BUDGET - np.bincount(FIRM, 0.2 * wage + 0.05 * wage**2 + 0.3 * np.maximum(wage - 0.9, 0.0))


def objective(wage):
    return float(np.sum(_gap(wage) ** 2))


def gradient(wage):
    return {"wage": -2.0 * _gap(wage)[FIRM] * (0.2 + 0.1 * wage + 0.3 * (wage > 0.9))}
