"""|p - L (t / v)|^2, L the sum over the layers above; derivative by v_k: 2 t_k / v_k^2 (L' (p - L (t / v)))_k."""

import numpy as np

THICKNESS = np.array([0.3, 0.5, 0.4, 0.6, 0.2, 0.5, 0.7])
PICKED = np.array([0.4, 0.6, 1.1, 1.4, 1.3, 1.9, 2.1])


def objective(speed):
    return float(np.sum((PICKED - np.cumsum(THICKNESS / speed)) ** 2))


def gradient(speed):
    residual = PICKED - np.cumsum(THICKNESS / speed)
    return {"speed": 2.0 * THICKNESS / speed**2 * np.cumsum(residual[::-1])[::-1]}
