"""0.3 |w - L|^2 with L_k = 0.25 sum_i cos(2 i s_k) sin(1.5 q_i), q the depths clipped to 0..1 and rounded to sevenths.

The derivative is zero wherever it exists. What the fix is meant to give is the clipped straight-through gradient: in
the place of q stands q(at) + d - at for depths between 0 and 1, and the constant q(at) for all others.
"""

import numpy as np

COSINES = np.cos(np.outer(np.linspace(-0.9, 0.9, 11), np.arange(8)) * 2.0)
WANTED = np.array([0.1, 0.0, 0.3, 0.5, 0.9, 1.2, 0.9, 0.5, 0.3, 0.0, 0.1])


def _etched(depth):
    return np.round(7.0 * np.clip(depth, 0.0, 1.0)) / 7.0


def _loss(etched):
    return float(0.3 * np.sum((WANTED - 0.25 * COSINES @ np.sin(1.5 * etched)) ** 2))


def objective(depth):
    return _loss(_etched(depth))


def surrogate(at, depth):
    inside = (at["depth"] > 0.0) & (at["depth"] < 1.0)
    return _loss(_etched(at["depth"]) + np.where(inside, depth - at["depth"], 0.0))


def gradient(depth):
    etched = _etched(depth)
    error = WANTED - 0.25 * COSINES @ np.sin(1.5 * etched)
    slope = -0.6 * 0.25 * 1.5 * np.cos(1.5 * etched) * (COSINES.T @ error)
    return {"depth": np.where((depth > 0.0) & (depth < 1.0), slope, 0.0)}
