"""sum (p - 0.8 (sqrt(g^2 + 0.04) - 0.2))^2 with the gap g = right - left."""

import numpy as np

PULL = np.array([0.3, 0.8, 0.5, 0.6, 0.1])


def objective(left, right):
    return float(np.sum((PULL - 0.8 * (np.hypot(right - left, 0.2) - 0.2)) ** 2))


def gradient(left, right):
    length = np.hypot(right - left, 0.2)
    by_right = -1.6 * (PULL - 0.8 * (length - 0.2)) * (right - left) / length
    return {"left": -by_right, "right": by_right}
