"""0.5 sum (log w - log h)^2 with h_i = l_i + 0.65 s_i + 0.65 (1 - s_{i-1}), the ponds in a ring."""

import numpy as np

WANTED = np.array([1.4, 1.0, 1.2, 1.6, 0.9, 1.1])


def _filled(level, share):
    return level + 0.65 * share + 0.65 * np.roll(1.0 - share, 1)


def objective(level, share):
    return float(0.5 * np.sum((np.log(WANTED) - np.log(_filled(level, share))) ** 2))


def gradient(level, share):
    filled = _filled(level, share)
    slope = -(np.log(WANTED) - np.log(filled)) / filled
    return {"level": slope, "share": 0.65 * (slope - np.roll(slope, -1))}
