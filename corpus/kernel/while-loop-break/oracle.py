"""sum (s + e - cos x)^2 / 2, with x the root of Kepler's equation x - e sin x = p.

By the implicit function theorem dx/dp = 1 / (1 - e cos x) and dx/de = sin x / (1 - e cos x).
"""

import numpy as np

SEEN = np.array([0.7, 0.1, -0.6, -1.2, 0.4, -0.9])


def _root(phase, ecc):
    x = phase
    for _ in range(50):
        x = x - (x - ecc * np.sin(x) - phase) / (1.0 - ecc * np.cos(x))
    return x


def objective(phase, ecc):
    return float(0.5 * np.sum((SEEN + ecc - np.cos(_root(phase, ecc))) ** 2))


def gradient(phase, ecc):
    x = _root(phase, ecc)
    error = SEEN + ecc - np.cos(x)
    by_phase = error * np.sin(x) / (1.0 - ecc * np.cos(x))
    return {"phase": by_phase, "ecc": error + by_phase * np.sin(x)}
