"""|wanted - C q|^2 with q the taps rounded to eighths, and C_ji = cos(i w_j).

The derivative is zero wherever it exists, and nobody wants it: what the fix is meant to give is the
straight-through gradient, in which rounding counts as the identity. It is the derivative of the same
objective with q = q(at) + (taps - at) in the place of the rounded taps: 2 C^T (C q - wanted).
"""

import numpy as np

COSINES = np.cos(np.outer(np.linspace(0.0, np.pi, 12), np.arange(9)))
WANTED = np.array([1.0, 1.0, 1.0, 1.0, 0.8, 0.4, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0])


def objective(taps):
    return float(np.sum((WANTED - COSINES @ (np.round(taps * 8.0) / 8.0)) ** 2))


def gradient(taps):
    stored = np.round(taps * 8.0) / 8.0
    return {"taps": 2.0 * COSINES.T @ (COSINES @ stored - WANTED)}


def surrogate(at, taps):
    stored = np.round(at["taps"] * 8.0) / 8.0 + (taps - at["taps"])
    return float(np.sum((WANTED - COSINES @ stored) ** 2))
