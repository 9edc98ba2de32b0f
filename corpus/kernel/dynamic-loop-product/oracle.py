"""sum (a_i - prod over j of (1 - r_ij))^2."""

import numpy as np

ASKED = np.array([0.95, 0.5, 0.8, 0.6])


def objective(risk):
    return float(np.sum((ASKED - np.prod(1.0 - risk, axis=1)) ** 2))


def gradient(risk):
    survival = np.prod(1.0 - risk, axis=1, keepdims=True)
    return {"risk": 2.0 * (ASKED[:, None] - survival) * survival / (1.0 - risk)}
