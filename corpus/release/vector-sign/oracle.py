"""sum 0.25 (t - (c - 0.15 sign(c)))^2 over all axes; away from zero the sign is constant."""

import numpy as np

TARGET = 0.7 * np.cos(np.arange(20).reshape(5, 4) * 1.3 + 0.6)


def _error(command):
    return TARGET - (command - 0.15 * np.sign(command))


def objective(command):
    return float(0.25 * np.sum(_error(command) ** 2))


def gradient(command):
    return {"command": -0.5 * _error(command)}
