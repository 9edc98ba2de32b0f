"""7 * 402653 + 0.4 sum over the six bonds of (1 - exp(1.2 - 1.6 d))^2, d the distance of neighbours.

The surrogate is the same without the constant, to which differences lose seven digits even in float64.
"""

import numpy as np


def _bonds(place):
    distance = np.linalg.norm(np.diff(place, axis=0), axis=1)
    return float(0.4 * np.sum((1.0 - np.exp(1.2 - 1.6 * distance)) ** 2))


def objective(place):
    return 7.0 * 402653.0 + _bonds(place)


def surrogate(at, place):
    return _bonds(place)


def gradient(place):
    way = np.diff(place, axis=0)
    distance = np.linalg.norm(way, axis=1)
    decay = np.exp(1.2 - 1.6 * distance)
    pull = (0.8 * 1.6 * (1.0 - decay) * decay / distance)[:, None] * way
    none = np.zeros((1, 2))
    return {"place": np.concatenate([none, pull]) - np.concatenate([pull, none])}
