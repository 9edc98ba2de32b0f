"""sum (m - g exp(-t))^2."""

import numpy as np

MEASURED = np.array([0.5, 0.8, 0.3, 1.0, 0.7])


def objective(thickness, gain):
    return float(np.sum((MEASURED - gain * np.exp(-thickness)) ** 2))


def gradient(thickness, gain):
    light = np.exp(-thickness)
    misfit = MEASURED - gain * light
    return {"thickness": 2.0 * misfit * gain * light, "gain": -2.0 * misfit * light}
