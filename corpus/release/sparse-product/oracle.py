"""sum 0.1 (w - A l)^2; A has the width of the road from town j to town i in row i, column j."""

import numpy as np

TO = np.array([1, 0, 2, 4, 3, 1, 4, 0, 2])
FROM = np.array([0, 1, 1, 1, 2, 3, 3, 4, 4])
LEAVING = np.array([0.9, 1.4, 0.6, 1.1, 0.8])
WANTED = np.array([0.7, 1.9, 1.3, 1.5, 1.0])


def _misfit(width):
    roads = np.zeros((5, 5))
    roads[TO, FROM] = width
    return WANTED - roads @ LEAVING


def objective(width):
    return float(0.1 * np.sum(_misfit(width) ** 2))


def gradient(width):
    return {"width": -0.2 * _misfit(width)[TO] * LEAVING[FROM]}
