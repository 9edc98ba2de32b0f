"""sum (a - 0.8 w sin 2b)^2 with b the pitch, held between 0.1 and 0.7. Beyond a stop the derivative is zero.

What the fix is meant to give: the slope by b, wherever a step against it leads away from the stop; zero where it would
lead farther beyond. That is the derivative with b(at) + p - at in the place of b for the former pitches.
"""

import numpy as np

WIND = np.array([0.7, 0.9, 1.1, 0.8, 1.0, 0.6, 1.2])
ASKED = np.array([0.3, 0.45, 0.5, 0.4, 0.55, 0.6, 0.35])


def _slope(blade):
    return -2.0 * (ASKED - 0.8 * WIND * np.sin(2.0 * blade)) * 1.6 * WIND * np.cos(2.0 * blade)


def _free(pitch):
    slope = _slope(np.clip(pitch, 0.1, 0.7))
    return ~((pitch > 0.7) & (slope < 0.0)) & ~((pitch < 0.1) & (slope > 0.0))


def _loss(blade):
    return float(np.sum((ASKED - 0.8 * WIND * np.sin(2.0 * blade)) ** 2))


def objective(pitch):
    return _loss(np.clip(pitch, 0.1, 0.7))


def surrogate(at, pitch):
    return _loss(np.clip(at["pitch"], 0.1, 0.7) + np.where(_free(at["pitch"]), pitch - at["pitch"], 0.0))


def gradient(pitch):
    return {"pitch": np.where(_free(pitch), _slope(np.clip(pitch, 0.1, 0.7)), 0.0)}
