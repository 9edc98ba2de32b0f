"""sum over eleven pixels of (0.5 - tanh(B l))^2, with the columns exp(-x), x (1 - x) and x in B."""

import numpy as np

X = np.linspace(0.0, 1.0, 11)
B = np.stack([np.exp(-X), X * (1.0 - X), X], axis=1)


def objective(lamp):
    return float(np.sum((0.5 - np.tanh(B @ lamp)) ** 2))


def gradient(lamp):
    shade = np.tanh(B @ lamp)
    return {"lamp": B.T @ (-2.0 * (0.5 - shade) * (1.0 - shade**2))}
