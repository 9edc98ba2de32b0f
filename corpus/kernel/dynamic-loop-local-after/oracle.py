"""sum over the loudspeakers of (target - log rms)^2; gradient -2 (target - log rms) drive / |drive|^2."""

import numpy as np

TARGET = np.array([-0.3, 0.2, -0.5, 0.1, 0.4])


def objective(drive):
    level = 0.5 * np.log(np.mean(drive**2, axis=1))
    return float(np.sum((TARGET - level) ** 2))


def gradient(drive):
    error = TARGET - 0.5 * np.log(np.mean(drive**2, axis=1))
    return {"drive": -2.0 * error[:, None] * drive / np.sum(drive**2, axis=1, keepdims=True)}
