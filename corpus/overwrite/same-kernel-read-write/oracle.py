"""sum (0.7 - h)^2 with h <- h + 0.25 (U h^2 - h^2), where U shifts by one cell, three times from h = 0.4 + g / 2."""

import numpy as np

SHIFT = np.eye(12, k=1) + np.outer(np.eye(12)[11], np.eye(12)[11])


def objective(gate):
    height = 0.4 + 0.5 * gate
    for _ in range(3):
        height = height + 0.25 * (SHIFT @ height**2 - height**2)
    return float(np.sum((0.7 - height) ** 2))
