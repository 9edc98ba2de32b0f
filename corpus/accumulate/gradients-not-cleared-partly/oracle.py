"""sum 0.5 (m - c tanh(r . l))^2."""

import numpy as np

GROWTH = np.array([0.9, 0.4, 1.1, 0.6, 0.8])
LIGHT = np.array([[1.0, 0.3], [0.4, 0.9], [0.8, 0.8], [1.2, 0.1], [0.5, 0.6]])


def objective(capacity, response):
    return float(0.5 * np.sum((GROWTH - capacity * np.tanh(np.sum(response * LIGHT, axis=1))) ** 2))


def gradient(capacity, response):
    rise = np.tanh(np.sum(response * LIGHT, axis=1))
    misfit = GROWTH - capacity * rise
    by_sum = -misfit * capacity * (1.0 - rise**2)
    return {"capacity": -misfit * rise, "response": by_sum[:, None] * LIGHT}
