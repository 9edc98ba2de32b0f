"""3 |w - tanh(S v)|^2 with w_i = 0.5 + 0.1 i and S = I + 0.25 L, L the Laplacian of a row that is closed at both ends."""

import numpy as np

SEEP = np.diag([0.75, 0.5, 0.5, 0.5, 0.5, 0.75]) + 0.25 * (np.eye(6, k=1) + np.eye(6, k=-1))
WANTED = 0.5 + 0.1 * np.arange(6)


def objective(valve):
    return float(3.0 * np.sum((WANTED - np.tanh(SEEP @ valve)) ** 2))


def gradient(valve):
    moisture = np.tanh(SEEP @ valve)
    return {"valve": -6.0 * SEEP.T @ ((WANTED - moisture) * (1.0 - moisture**2))}
