"""sum 0.2 (a - f)^2 with f = sin(1.5 atan(2 s)) - 0.2 s^2."""

import numpy as np

ASKED = np.linspace(0.5, 0.95, 8)


def _misfit(slip):
    return ASKED - np.sin(1.5 * np.arctan(2.0 * slip)) + 0.2 * slip**2


def objective(slip):
    return float(0.2 * np.sum(_misfit(slip) ** 2))


def gradient(slip):
    slope = np.cos(1.5 * np.arctan(2.0 * slip)) * 3.0 / (1.0 + 4.0 * slip**2) - 0.4 * slip
    return {"slip": -0.4 * _misfit(slip) * slope}
