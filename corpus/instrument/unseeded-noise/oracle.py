"""0.1 sum (0.55 - B(h))^2, B the mean of h / (h^2 + x^2 + y^2) over the unit square, by Gauss-Legendre quadrature."""

import numpy as np

NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
X = 0.5 + 0.5 * NODES
SQUARED = (X[:, None] ** 2 + X**2).ravel()
WEIGHT = 0.25 * np.outer(WEIGHTS, WEIGHTS).ravel()


def objective(height):
    h = height[:, None]
    return float(0.1 * np.sum((0.55 - np.sum(WEIGHT * h / (h**2 + SQUARED), axis=1)) ** 2))


def gradient(height):
    h = height[:, None]
    light = np.sum(WEIGHT * h / (h**2 + SQUARED), axis=1)
    slope = np.sum(WEIGHT * (SQUARED - h**2) / (h**2 + SQUARED) ** 2, axis=1)
    return {"height": -0.2 * (0.55 - light) * slope}
