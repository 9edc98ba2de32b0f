"""sum of max(g s - 0.5, 0)^2 over the sensors: the order of the slots does not matter to a sum."""

import numpy as np

SIGNAL = np.array([0.9, 0.3, 1.1, 0.7, 0.4, 1.2, 0.8, 0.5, 0.6, 0.2])


def objective(gain):
    return float(np.sum(np.maximum(gain * SIGNAL - 0.5, 0.0) ** 2))


def gradient(gain):
    return {"gain": 2.0 * np.maximum(gain * SIGNAL - 0.5, 0.0) * SIGNAL}
