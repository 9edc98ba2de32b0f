"""0.3 sum of e(0.4, 0.7)^2 + e(1.5, 1.6)^2 with e(r, n) = n - sqrt(r) k - 0.3 r k^2 for a knob k > 0."""

import numpy as np


def _error(knob, ratio, need):
    return need - np.sqrt(ratio) * knob - 0.3 * ratio * knob**2


def objective(knob):
    return float(0.3 * np.sum(_error(knob, 0.4, 0.7) ** 2 + _error(knob, 1.5, 1.6) ** 2))


def gradient(knob):
    upper = _error(knob, 0.4, 0.7) * (np.sqrt(0.4) + 0.24 * knob)
    lower = _error(knob, 1.5, 1.6) * (np.sqrt(1.5) + 0.9 * knob)
    return {"knob": -0.6 * (upper + lower)}
