"""0.2 |w - M f|^2 with M_ki = cos(0.35 k x_i) (0.2 + 0.8 cos^2(pi x_i / 10)) p_i and x_i = i - 4.5."""

import numpy as np

WANTED = np.array([0.9, 0.7, 0.35, 0.1, -0.05, 0.0])
PASSED = np.array([0.98, 0.93, 0.87, 0.8, 0.74, 0.67, 0.61, 0.56, 0.5, 0.45])
X = np.arange(10) - 4.5
M = np.cos(0.35 * np.outer(np.arange(6), X)) * (0.2 + 0.8 * np.cos(np.pi * X / 10.0) ** 2) * PASSED


def objective(feed):
    return float(0.2 * np.sum((WANTED - M @ feed) ** 2))


def gradient(feed):
    return {"feed": -0.4 * M.T @ (WANTED - M @ feed)}
