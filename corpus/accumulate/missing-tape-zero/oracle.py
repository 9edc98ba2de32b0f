"""sum (c - 0.6 exp r)^2."""

import numpy as np

COUNTED = np.array([1.2, 0.7, 1.3, 0.6, 1.4, 0.5])


def objective(rate):
    return float(np.sum((COUNTED - 0.6 * np.exp(rate)) ** 2))


def gradient(rate):
    size = 0.6 * np.exp(rate)
    return {"rate": -2.0 * (COUNTED - size) * size}
