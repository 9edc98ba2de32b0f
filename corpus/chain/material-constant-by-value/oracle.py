"""sum over the lenses of (p - (n - 1) c)^2 + 1.5 ((n - 1) / (n + 1))^2, n that of the lens's glass."""

import numpy as np

CHOICE = np.eye(3)[[0, 1, 2, 1, 0, 2]]
BEND = np.array([1.1, 0.7, 0.6, 0.9, 1.4, 0.5])
ORDERED = np.array([0.6, 0.3, 0.4, 0.7, 0.8, 0.6])


def objective(index):
    n = CHOICE @ index
    return float(np.sum((ORDERED - (n - 1.0) * BEND) ** 2 + 1.5 * ((n - 1.0) / (n + 1.0)) ** 2))


def gradient(index):
    n = CHOICE @ index
    power = -2.0 * BEND * (ORDERED - (n - 1.0) * BEND)
    return {"index": (power + 6.0 * (n - 1.0) / (n + 1.0) ** 3) @ CHOICE}
