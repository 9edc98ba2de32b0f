"""sum (0.9 - b)^2 + 0.1 p^2 with b = 1 - (1 - p)^h: a bus is h hours at its plug."""

import numpy as np

HOURS = np.array([4, 6, 1, 6, 6, 2, 6, 4, 6])


def objective(power):
    battery = 1.0 - (1.0 - power) ** HOURS
    return float(np.sum((0.9 - battery) ** 2 + 0.1 * power**2))


def gradient(power):
    battery = 1.0 - (1.0 - power) ** HOURS
    return {"power": -2.0 * (0.9 - battery) * HOURS * (1.0 - power) ** (HOURS - 1) + 0.2 * power}
