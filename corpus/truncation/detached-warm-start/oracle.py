"""sum (0.3 - s)^2 at the solution of s = tanh(f - k s + 0.2 N s), by the implicit function theorem:
ds/dk = -(I - G (0.2 N - diag k))^-1 G diag(s) with G = diag(1 - s^2).

windowed: s differentiated with the right-hand side's s held constant, -G diag(s)."""

import numpy as np

LOAD = np.array([0.9, 0.4, 1.3, 0.7, 1.1, 0.5])
NEIGHBOURS = np.eye(6, k=1) + np.eye(6, k=-1)
NEIGHBOURS[0, 0] = NEIGHBOURS[5, 5] = 1.0


def _rest(stiffness):
    rest = np.zeros(6)
    for _ in range(400):
        rest = np.tanh(LOAD - stiffness * rest + 0.2 * NEIGHBOURS @ rest)
    return rest


def objective(stiffness):
    return float(np.sum((0.3 - _rest(stiffness)) ** 2))


def gradient(stiffness):
    rest = _rest(stiffness)
    slope = np.diag(1.0 - rest**2)
    jacobian = np.linalg.solve(np.eye(6) - slope @ (0.2 * NEIGHBOURS - np.diag(stiffness)), -slope @ np.diag(rest))
    return {"stiffness": -2.0 * jacobian.T @ (0.3 - rest)}


def windowed(stiffness):
    rest = _rest(stiffness)
    return {"stiffness": 2.0 * (0.3 - rest) * (1.0 - rest**2) * rest}
