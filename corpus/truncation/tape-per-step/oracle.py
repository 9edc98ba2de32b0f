"""x_t = M^t x_0, J = sum over episodes and t of x_t' W x_t, with M = A - b g' the closed loop of gains g.

The gradient by window holds x_(t-1) constant in every term: dJ/dg = -2 sum of (b' W x_t) x_(t-1).
"""

import numpy as np

STARTS = np.array([[1.0, 0.0, 0.0], [-0.5, 0.8, 0.0], [0.3, -1.0, 0.2], [0.0, 0.6, -0.4]])
A = np.array([[1.0, 0.2, 0.0], [0.0, 1.0, 0.2], [0.0, 0.0, 0.6]])
B = np.array([0.0, 0.0, 0.4])
W = np.diag([0.05, 0.0, 0.015])


def states(gains, steps):
    loop = A - np.outer(B, gains)
    return np.array([STARTS @ np.linalg.matrix_power(loop, t).T for t in range(steps + 1)])


def objective(gains, steps=12):
    x = states(gains, steps)[1:]
    return float(np.einsum("tei,ij,tej", x, W, x))


def windowed(gains, steps=12):
    x = states(gains, steps)
    return {"gains": -2.0 * np.einsum("i,ij,tej,tek->k", B, W, x[1:], x[:-1])}
