"""0.5 |w - exp(-d E)|^2 with the extinctions E of two dyes (rows) in four bands; each cuvette by itself."""

import numpy as np

WANTED = np.array(
    [
        [0.5, 0.4, 0.6, 0.3],
        [0.3, 0.6, 0.5, 0.7],
        [0.7, 0.5, 0.4, 0.6],
        [0.4, 0.3, 0.7, 0.5],
        [0.6, 0.7, 0.3, 0.4],
        [0.2, 0.5, 0.6, 0.8],
    ]
)
E = np.array([[0.4, 0.7, 1.0, 1.3], [1.5, 1.1, 0.7, 0.3]])


def objective(dye):
    return float(0.5 * np.sum((WANTED - np.exp(-dye @ E)) ** 2))


def gradient(dye):
    passed = np.exp(-dye @ E)
    return {"dye": ((WANTED - passed) * passed) @ E.T}
