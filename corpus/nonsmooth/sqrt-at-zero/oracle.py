"""sum (0.5 - q)^2 + 0.02 p^2 with q = 0.6 sqrt(p - 0.5) where the valve is open, else 0 whatever the pressure."""

import numpy as np

OPEN = np.array([True, True, False, True, True, False, True])


def objective(pressure):
    flow = np.where(OPEN, 0.6 * np.sqrt(pressure - 0.5), 0.0)
    return float(np.sum((0.5 - flow) ** 2 + 0.02 * pressure**2))


def gradient(pressure):
    root = np.sqrt(pressure - 0.5)
    slope = np.where(OPEN, -0.6 * (0.5 - 0.6 * root) / root, 0.0)
    return {"pressure": slope + 0.04 * pressure}
