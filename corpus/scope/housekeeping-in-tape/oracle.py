"""sum (w + g c (1 + g c))^2 with c the change of position since the last cycle."""

import numpy as np

CHANGE = np.array([0.9, 1.2, -0.3, 0.4]) - np.array([0.2, 0.1, 0.8, 1.3])
WANTED = np.array([-0.9, -0.4, 1.2, 0.1])


def objective(gain):
    return float(np.sum((WANTED + gain * CHANGE * (1.0 + gain * CHANGE)) ** 2))


def gradient(gain):
    error = WANTED + gain * CHANGE * (1.0 + gain * CHANGE)
    return {"gain": 2.0 * error * CHANGE * (1.0 + 2.0 * gain * CHANGE)}
