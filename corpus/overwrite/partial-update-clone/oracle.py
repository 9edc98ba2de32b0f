"""sum (0.05 i - p_10)^2 with p <- (I - P) p + P (N p + c) / 2.5, P the even cells, then the odd, five times from 0."""

import numpy as np

NEIGHBOURS = np.eye(13, k=1) + np.eye(13, k=-1)
NEIGHBOURS[0, 0] = NEIGHBOURS[12, 12] = 1.0


def _propagator():
    influence = np.zeros((13, 13))
    for half in range(10):
        chosen = np.diag((np.arange(13) % 2 == half % 2).astype(float))
        influence = (np.eye(13) - chosen) @ influence + chosen @ (NEIGHBOURS @ influence + np.eye(13)) / 2.5
    return influence


def objective(charge):
    return float(np.sum((0.05 * np.arange(13) - _propagator() @ charge) ** 2))


def gradient(charge):
    influence = _propagator()
    return {"charge": -2.0 * influence.T @ (0.05 * np.arange(13) - influence @ charge)}
