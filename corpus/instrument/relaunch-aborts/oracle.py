"""sum of (1/2 - x)^2 over the zeros x of the line through the samples, on 0..1; x = (i + a / (a - b)) / 19 between
neighbours a and b of unlike sign, with the slopes -b / (a - b)^2 / 19 by a and a / (a - b)^2 / 19 by b."""

import numpy as np


def _crossings(wave):
    i = np.flatnonzero(wave[:-1] * wave[1:] < 0.0)
    a, b = wave[i], wave[i + 1]
    return i, a, b, (i + a / (a - b)) / 19.0


def objective(wave):
    return float(np.sum((0.5 - _crossings(wave)[3]) ** 2))


def gradient(wave):
    i, a, b, x = _crossings(wave)
    slope = -2.0 * (0.5 - x) / 19.0 / (a - b) ** 2
    gradient = np.zeros_like(wave)
    np.add.at(gradient, i, -b * slope)
    np.add.at(gradient, i + 1, a * slope)
    return {"wave": gradient}
