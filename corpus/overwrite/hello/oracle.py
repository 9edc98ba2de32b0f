"""sum over i of (0.2 - sin g_i)^2 + (0.5 - sin 2 g_i)^2."""

import numpy as np


def objective(gain):
    return float(np.sum((0.2 - np.sin(gain)) ** 2 + (0.5 - np.sin(2.0 * gain)) ** 2))


def gradient(gain):
    first = -2.0 * (0.2 - np.sin(gain)) * np.cos(gain)
    second = -4.0 * (0.5 - np.sin(2.0 * gain)) * np.cos(2.0 * gain)
    return {"gain": first + second}
