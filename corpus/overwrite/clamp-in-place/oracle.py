"""sum (1.2 c - 0.7 u)^2 + 0.1 u^2 with u = min(g c, 1.5); where u is at the limit the gain has no effect."""

import numpy as np

CHILL = np.array([0.4, 1.1, 0.7, 0.9, 0.5, 1.4, 0.8, 0.6])


def objective(gain):
    heat = np.minimum(gain * CHILL, 1.5)
    return float(np.sum((1.2 * CHILL - 0.7 * heat) ** 2 + 0.1 * heat**2))


def gradient(gain):
    command = gain * CHILL
    slope = -1.4 * (1.2 * CHILL - 0.7 * command) + 0.2 * command
    return {"gain": np.where(command < 1.5, slope * CHILL, 0.0)}
