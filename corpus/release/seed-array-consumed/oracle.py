"""sum over the rains r and the fields of price d exp(-d / r)."""

import numpy as np

PRICE = np.array([0.11, 0.08, 0.14, 0.06, 0.1, 0.12, 0.07])
RAINS = np.array([[0.8], [1.9]])


def objective(density):
    return float(np.sum(PRICE * density * np.exp(-density / RAINS)))


def gradient(density):
    return {"density": PRICE * np.sum((1.0 - density / RAINS) * np.exp(-density / RAINS), axis=0)}
