"""2 sum (0.95 - cos(a - n))^2."""

import numpy as np

NOON = np.array([0.9, 0.4, 1.1, 0.7])


def objective(angle):
    return float(2.0 * np.sum((0.95 - np.cos(angle - NOON)) ** 2))


def gradient(angle):
    return {"angle": 4.0 * (0.95 - np.cos(angle - NOON)) * np.sin(angle - NOON)}
