"""sum |c - (1 + 0.2 |p|^2) p|^2 over four points p and corners c; the map's Jacobian is (1 + 0.2 |p|^2) I + 0.4 p p^T."""

import numpy as np

CORNER = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])


def _gap(point):
    square = np.sum(point**2, axis=1, keepdims=True)
    return CORNER - (1.0 + 0.2 * square) * point, 1.0 + 0.2 * square


def objective(point):
    return float(np.sum(_gap(point)[0] ** 2))


def gradient(point):
    gap, stretch = _gap(point)
    along = np.sum(gap * point, axis=1, keepdims=True)
    return {"point": -2.0 * (stretch * gap + 0.4 * along * point)}
