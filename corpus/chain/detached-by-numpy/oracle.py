"""|d - S h|^2 + 0.1 |D h|^2 with S the smoothing by (1/4, 1/2, 1/4) and D the difference of neighbours."""

import numpy as np

DRAWING = np.array([0.2, 0.5, 0.9, 1.0, 0.9, 0.5, 0.2])
SMOOTH = sum(weight * np.eye(7, 9, k=k) for k, weight in enumerate((0.25, 0.5, 0.25)))
DIFFERENCE = np.eye(8, 9, k=1) - np.eye(8, 9)


def objective(height):
    return float(np.sum((DRAWING - SMOOTH @ height) ** 2) + 0.1 * np.sum((DIFFERENCE @ height) ** 2))


def gradient(height):
    by_drawing = -2.0 * SMOOTH.T @ (DRAWING - SMOOTH @ height)
    return {"height": by_drawing + 0.2 * DIFFERENCE.T @ DIFFERENCE @ height}
