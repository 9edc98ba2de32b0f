"""sum over the pixels of (0.6 - 1 + exp(-g r))^2, each pixel once, with r the raw reading."""

import numpy as np

RAW = 0.8 + 0.3 * np.cos(0.9 * np.arange(18))


def objective(gain):
    return float(np.sum((np.exp(-gain * RAW) - 0.4) ** 2))


def gradient(gain):
    decay = np.exp(-gain * RAW)
    return {"gain": -2.0 * (decay - 0.4) * RAW * decay}
