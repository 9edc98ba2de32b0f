"""0.3 |w - 0.7 log(1 + A_s lamp)|^2 summed over the sides s; A_s[t, k] = 1 / (0.6 + squared distance of t and k)."""

import numpy as np

WANTED = np.array([[0.8, 0.7, 0.6, 0.5], [0.9, 0.8, 0.6, 0.4], [0.7, 0.6, 0.6, 0.5]]).ravel()


def _matrix(side):
    rows, columns, lamps = np.meshgrid(np.arange(3), np.arange(4), np.arange(5), indexing="ij")
    return (1.0 / (0.6 + (side - 0.3 * columns) ** 2 + (0.4 * lamps - 0.5 * rows) ** 2)).reshape(12, 5)


def objective(lamp):
    errors = [WANTED - 0.7 * np.log1p(_matrix(side) @ lamp) for side in (-0.2, 1.9)]
    return float(0.3 * np.sum(np.square(errors)))


def gradient(lamp):
    total = np.zeros(5)
    for side in (-0.2, 1.9):
        matrix = _matrix(side)
        light = matrix @ lamp
        total -= 0.42 * matrix.T @ ((WANTED - 0.7 * np.log1p(light)) / (1.0 + light))
    return {"lamp": total}
