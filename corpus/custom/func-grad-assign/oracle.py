"""sum (w - v / sqrt(1 + v^2) + v^2 / 4)^2 with v = throttle times gear."""

import numpy as np

WANTED = np.array([0.5, 0.3, 0.6, 0.2, 0.4, 0.1])


def objective(throttle, gear):
    v = throttle * gear
    return float(np.sum((WANTED - v / np.sqrt(1.0 + v**2) + 0.25 * v**2) ** 2))


def gradient(throttle, gear):
    v = throttle * gear
    error = WANTED - v / np.sqrt(1.0 + v**2) + 0.25 * v**2
    by_v = 2.0 * error * (0.5 * v - (1.0 + v**2) ** -1.5)
    return {"throttle": by_v * gear, "gear": by_v * throttle}
