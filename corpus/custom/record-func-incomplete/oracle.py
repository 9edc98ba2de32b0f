"""sum (t - w)^2 + 0.02 / l, where (0.4 B^T B + diag(l)) w = h and B w holds the differences of neighbours."""

import numpy as np

WARM = np.array([1.0, 0.8, 0.9, 1.1, 0.7, 0.6])
SLOPE = np.diff(np.eye(6), axis=0)


def objective(heater, leak):
    warmth = np.linalg.solve(0.4 * SLOPE.T @ SLOPE + np.diag(leak), heater)
    return float(np.sum((WARM - warmth) ** 2 + 0.02 / leak))
