"""(0.5 - share)^2, the share of 16 seedlings whose light A l exceeds 0.8. A count has no slope, so the gradient is
that of a surrogate: every seedling counts as itself, but by its light it changes as the logistic function with
slope 6 does."""

import numpy as np

X = 0.3 * np.arange(16)[:, None] - 1.1 * np.arange(5)
A = 1.0 / (1.0 + 2.0 * X**2)


def _soft(light):
    return 1.0 / (1.0 + np.exp(-6.0 * (light - 0.8)))


def objective(lamp):
    return float((0.5 - np.mean(A @ lamp > 0.8)) ** 2)


def surrogate(at, lamp):
    share = np.mean(A @ at["lamp"] > 0.8) + np.mean(_soft(A @ lamp) - _soft(A @ at["lamp"]))
    return float((0.5 - share) ** 2)


def gradient(lamp):
    soft = _soft(A @ lamp)
    share = np.mean(A @ lamp > 0.8)
    return {"lamp": -2.0 * (0.5 - share) * A.T @ (6.0 * soft * (1.0 - soft)) / 16.0}
