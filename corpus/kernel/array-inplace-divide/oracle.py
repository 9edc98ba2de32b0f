"""sum (w_ij - s_ij / v_j)^2 with s = d / (1 + d / 4)."""

import numpy as np

WANTED = np.array([[1.9, 0.4, 0.9, 0.7], [0.7, 0.9, 0.8, 0.2], [1.4, 0.3, 1.2, 0.6]])


def objective(dose, volume):
    return float(np.sum((WANTED - dose / (1.0 + 0.25 * dose) / volume) ** 2))


def gradient(dose, volume):
    salt = dose / (1.0 + 0.25 * dose)
    by_thin = -2.0 * (WANTED - salt / volume)
    by_volume = -np.sum(by_thin * salt, axis=0) / volume**2
    return {"dose": by_thin / volume / (1.0 + 0.25 * dose) ** 2, "volume": by_volume}
