"""sum over bells and moments k = 0, 1, 2 of (l_k - a exp(-d k))^2."""

import numpy as np

LOUDNESS = np.array([[1.3, 0.7, 0.4], [1.1, 0.5, 0.2], [1.6, 0.9, 0.5]])
MOMENT = np.arange(3.0)


def objective(amplitude, decay):
    return float(np.sum((LOUDNESS - amplitude[:, None] * np.exp(-decay[:, None] * MOMENT)) ** 2))


def gradient(amplitude, decay):
    fall = np.exp(-decay[:, None] * MOMENT)
    misfit = LOUDNESS - amplitude[:, None] * fall
    return {
        "amplitude": -2.0 * np.sum(misfit * fall, axis=1),
        "decay": 2.0 * amplitude * np.sum(misfit * fall * MOMENT, axis=1),
    }
