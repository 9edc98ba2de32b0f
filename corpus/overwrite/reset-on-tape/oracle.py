"""sum (0.2 (i - 3) - x_i)^2 after six steps x <- x + 0.2 f / sqrt(1 + f^2), f = D' p, p_i = c_i c_{i+1} / (1 + (D x)_i)^2."""

import numpy as np

D = np.diff(np.eye(7), axis=0)


def objective(charge):
    shift = np.zeros(7)
    for _ in range(6):
        force = D.T @ (charge[:-1] * charge[1:] / (1.0 + D @ shift) ** 2)
        shift = shift + 0.2 * force / np.sqrt(1.0 + force**2)
    return float(np.sum((0.2 * (np.arange(7) - 3) - shift) ** 2))
