"""sum 3 (n - sqrt(T / m))^2 + 0.05 T."""

import numpy as np

MASS = np.array([2.1, 1.8, 1.5, 1.3, 1.1, 0.9])
NOTE = np.array([0.6, 0.7, 0.8, 0.9, 1.1, 1.2])


def objective(tension):
    return float(np.sum(3.0 * (NOTE - np.sqrt(tension / MASS)) ** 2 + 0.05 * tension))


def gradient(tension):
    return {"tension": 3.0 * (1.0 / MASS - NOTE / np.sqrt(MASS * tension)) + 0.05}
