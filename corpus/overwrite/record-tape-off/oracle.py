"""0.05 sum (0.6 - tanh(g x_k))^2 with x_k = s_k / (0.3 + l_k), l_{k+1} = (l_k + s_k) / 2 and l_0 = 0."""

import numpy as np

SOUND = np.array([[0.2 + 0.7 * (k * j % 5) / 4 for j in range(1, 9)] for k in range(1, 7)])
LOUD = np.array([sum(0.5 ** (k - m) * SOUND[m] for m in range(k)) + np.zeros(8) for k in range(6)])
RATIO = SOUND / (0.3 + LOUD)


def objective(gain):
    return float(0.05 * np.sum((0.6 - np.tanh(gain * RATIO)) ** 2))


def gradient(gain):
    heard = np.tanh(gain * RATIO)
    return {"gain": np.sum(-0.1 * (0.6 - heard) * (1.0 - heard**2) * RATIO, axis=0)}
