"""sum over the beams of (0.6 - L)^2 with L = sum over the photons of exp(-(x / w)^2) / 1000."""

import numpy as np

PHOTON = np.random.default_rng(3).uniform(-2.0, 2.0, 2000).astype(np.float32).astype(np.float64)


def objective(width):
    light = np.sum(np.exp(-((PHOTON[:, None] / width) ** 2)), axis=0) / 1000.0
    return float(np.sum((0.6 - light) ** 2))


def gradient(width):
    squared = (PHOTON[:, None] / width) ** 2
    light = np.sum(np.exp(-squared), axis=0) / 1000.0
    slope = np.sum(np.exp(-squared) * 2.0 * squared / width, axis=0) / 1000.0
    return {"width": -2.0 * (0.6 - light) * slope}
