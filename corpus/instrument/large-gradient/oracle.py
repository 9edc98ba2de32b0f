"""sum over the hours of (l - C s)^2, with C_tk = cos(2 pi t / T_k): a quadratic, gradient -2 C^T (l - C s)."""

import numpy as np

PERIOD = np.array([12.42, 12.0, 12.66, 25.82, 23.93, 327.9], dtype=np.float32).astype(np.float64)
HOUR = np.arange(8760.0)
LEVEL = 6.2 * np.cos(HOUR / 1.9767) + 2.4 * np.cos(HOUR / 1.9099) + 0.9 * np.sin(HOUR / 3.8086)
COSINES = np.cos(2.0 * np.pi * HOUR[:, None] / PERIOD)


def objective(strength):
    return float(np.sum((LEVEL - COSINES @ strength) ** 2))


def gradient(strength):
    return {"strength": -2.0 * COSINES.T @ (LEVEL - COSINES @ strength)}
