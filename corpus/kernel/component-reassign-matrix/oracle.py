"""sum |load - K(s) u|^2 over the benches, with K(s) u = B^T (s * B u) and B u the elongation of each spring."""

import numpy as np

MOVED = np.array([[0.5, 0.7, 1.1], [0.3, 0.6, 0.8], [0.4, 0.9, 1.0], [0.2, 0.7, 0.9]])
LOAD = np.array([[0.1, 0.2, 0.3], [0.2, 0.1, 0.1], [0.0, 0.3, 0.2], [0.1, 0.2, 0.1]])
ELONGATION = np.array([[1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])


def objective(spring):
    force = (spring * (MOVED @ ELONGATION.T)) @ ELONGATION
    return float(np.sum((LOAD - force) ** 2))


def gradient(spring):
    stretched = MOVED @ ELONGATION.T
    error = LOAD - (spring * stretched) @ ELONGATION
    return {"spring": -2.0 * (error @ ELONGATION.T) * stretched}
