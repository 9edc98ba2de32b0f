"""mean over twelve samples of (c - D exp(-k t))^2, sample i from patient i mod 4."""

import numpy as np

DOSE = np.tile([1.8, 1.2, 1.5, 2.1], 3)
TIME = np.array([0.5, 1.0, 1.5, 2.0, 0.7, 1.4, 2.1, 0.3, 0.6, 1.2, 1.8, 2.4])
FOUND = np.array([0.9, 1.1, 0.3, 1.6, 1.5, 0.4, 0.9, 1.4, 0.6, 1.0, 0.2, 0.9])


def objective(rate):
    return float(np.mean((FOUND - DOSE * np.exp(-np.tile(rate, 3) * TIME)) ** 2))


def gradient(rate):
    level = DOSE * np.exp(-np.tile(rate, 3) * TIME)
    return {"rate": (2.0 * (FOUND - level) * TIME * level / 12.0).reshape(3, 4).sum(axis=0)}
