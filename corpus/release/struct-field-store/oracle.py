"""sum (w - e)^2 with e = t / (0.5 + t) + 0.3 b and (b, t) = A^4 (1 / weight, 0.2) dose; A is one hour of exchange."""

import numpy as np

WEIGHT = np.array([0.7, 1.1, 0.9, 1.4, 0.6, 1.2])
WANTED = np.array([0.9, 0.6, 0.95, 0.85, 0.4, 0.8])
HOUR = np.array([[0.6, 0.2], [0.3, 0.8]])


def _levels():
    return np.linalg.matrix_power(HOUR, 4) @ np.stack([1.0 / WEIGHT, np.full(6, 0.2)])


def objective(dose):
    blood, tissue = _levels() * dose
    return float(np.sum((WANTED - tissue / (0.5 + tissue) - 0.3 * blood) ** 2))


def gradient(dose):
    blood, tissue = _levels() * dose
    misfit = WANTED - tissue / (0.5 + tissue) - 0.3 * blood
    slope = 0.5 / (0.5 + tissue) ** 2 * (tissue / dose) + 0.3 * blood / dose
    return {"dose": -2.0 * misfit * slope}
