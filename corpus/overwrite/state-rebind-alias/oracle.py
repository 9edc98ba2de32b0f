"""sum (1 - h_8)^2 with h <- D h + p - g sqrt(h): four steps with p = 0.4, g = 0, then four with p = 0 and the gates."""

import numpy as np

START = np.array([0.5, 1.5, 0.8, 2.0, 1.2])
D = 0.9 * np.eye(5) + 0.1 * np.eye(5, k=-1) + 0.1 * np.outer(np.eye(5)[0], np.eye(5)[0])


def objective(gate):
    level = np.linalg.matrix_power(D, 4) @ START
    level = level + 0.4 * sum(np.linalg.matrix_power(D, k) @ np.ones(5) for k in range(4))
    for _ in range(4):
        level = D @ level - gate * np.sqrt(level)
    return float(np.sum((1.0 - level) ** 2))
