"""0.2 sum over days and tracers of (c - 2^(-t/T))^2, whose slope by T is in units of one over days: small numbers."""

import numpy as np

DAY = np.array([[60.0], [150.0], [365.0]])
COUNTED = np.array(
    [[0.75, 0.9, 0.95, 0.9, 0.8, 0.97], [0.5, 0.7, 0.75, 0.85, 0.6, 0.9], [0.2, 0.35, 0.6, 0.5, 0.15, 0.65]]
)


def objective(half_life):
    return float(0.2 * np.sum((COUNTED - 2.0 ** (-DAY / half_life)) ** 2))


def gradient(half_life):
    left = 2.0 ** (-DAY / half_life)
    return {"half_life": np.sum(-0.4 * (COUNTED - left) * left * np.log(2.0) * DAY / half_life**2, axis=0)}
