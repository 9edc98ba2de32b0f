"""sum (g - f^2 / (h^2 + f^2))^2."""

import numpy as np

GROWTH = np.array([0.8, 0.5, 0.3, 0.7, 0.2, 0.6, 0.4, 0.9, 0.1])


def objective(food, half):
    return float(np.sum((GROWTH - food**2 / (half**2 + food**2)) ** 2))


def gradient(food, half):
    total = half**2 + food**2
    error = GROWTH - food**2 / total
    return {
        "food": -4.0 * error * food * half**2 / total**2,
        "half": 4.0 * error * half * food**2 / total**2,
    }
