"""0.8 sum (s - 1 / (P - 1 / u))^2 over seven lenses and three colours; each lens and colour by itself."""

import numpy as np

LAMP = np.array([3.0, 2.5, 4.0, 3.5, 2.0, 5.0, 3.2])[:, None]
SCREEN = np.array([0.9, 1.0, 0.7, 0.8, 1.1, 0.6, 0.75])[:, None]


def objective(power):
    return float(0.8 * np.sum((SCREEN - 1.0 / (power - 1.0 / LAMP)) ** 2))


def gradient(power):
    picture = 1.0 / (power - 1.0 / LAMP)
    return {"power": 1.6 * (SCREEN - picture) * picture**2}
