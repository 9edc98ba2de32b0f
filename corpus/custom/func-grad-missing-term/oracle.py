"""sum (q - p)^2 + 4 s^2 with p = exp(-r y) (0.4 + 0.6 exp(-s y))."""

import numpy as np

YEARS = np.array([2.0, 3.0, 5.0, 7.0, 10.0, 4.0, 8.0, 6.0])
QUOTED = np.array([0.85, 0.8, 0.9, 0.55, 0.35, 0.75, 0.5, 0.8])


def _price(rate, spread):
    return np.exp(-rate * YEARS) * (0.4 + 0.6 * np.exp(-spread * YEARS))


def objective(rate, spread):
    return float(np.sum((QUOTED - _price(rate, spread)) ** 2 + 4.0 * spread**2))


def gradient(rate, spread):
    error = QUOTED - _price(rate, spread)
    return {
        "rate": 2.0 * error * YEARS * _price(rate, spread),
        "spread": 1.2 * error * YEARS * np.exp(-(rate + spread) * YEARS) + 8.0 * spread,
    }
