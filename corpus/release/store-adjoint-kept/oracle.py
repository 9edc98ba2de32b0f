"""0.5 |w - u_n|^2 after v <- 0.95 v + 0.3 L u, u <- u + 0.3 v; L is the Laplacian of a grid clamped at its rim.

u_n is linear in the first u, so the gradient multiplies by the transposed matrix of all steps.
"""

import numpy as np

CHAIN4 = np.eye(4, k=1) + np.eye(4, k=-1)
CHAIN5 = np.eye(5, k=1) + np.eye(5, k=-1)
L = np.kron(CHAIN4, np.eye(5)) + np.kron(np.eye(4), CHAIN5) - 4.0 * np.eye(20)
WANTED = (0.1 * np.arange(4)[:, None] - 0.08 * np.arange(5)).ravel()


def _all_steps(steps):
    dent, speed = np.eye(20), np.zeros((20, 20))
    for _ in range(steps):
        speed = 0.95 * speed + 0.3 * L @ dent
        dent = dent + 0.3 * speed
    return dent


def objective(dent, steps=6):
    return float(0.5 * np.sum((WANTED - _all_steps(steps) @ dent.ravel()) ** 2))


def gradient(dent, steps=6):
    matrix = _all_steps(steps)
    return {"dent": -(matrix.T @ (WANTED - matrix @ dent.ravel())).reshape(4, 5)}
