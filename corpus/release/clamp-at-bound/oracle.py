"""0.3 |w - A l|^2 with l = 1.1 u + 0.3 u^2, u = p limited to 0 and 1, A_ii = 0.7 and A_{i+2,i} = 0.2 (mod 7).

At p = 1 the limit has a slope of one from below and of zero from above. A pump at full power can only be turned
down, so the gradient is that from below; the surrogate lifts the limit above the elements that start on it.
"""

import numpy as np

WANTED = np.array([0.75, 0.9, 0.6, 0.8, 0.95, 0.7, 0.85])
A = 0.7 * np.eye(7) + 0.2 * np.roll(np.eye(7), 2, axis=0)


def _misfit(used):
    return WANTED - A @ (1.1 * used + 0.3 * used**2)


def objective(power):
    return float(0.3 * np.sum(_misfit(np.clip(power, 0.0, 1.0)) ** 2))


def surrogate(at, power):
    highest = np.where(at["power"] == 1.0, np.inf, 1.0)
    return float(0.3 * np.sum(_misfit(np.clip(power, 0.0, highest)) ** 2))


def gradient(power):
    used = np.clip(power, 0.0, 1.0)
    inside = (power >= 0.0) & (power <= 1.0)
    return {"power": -0.6 * inside * (1.1 + 0.6 * used) * (A.T @ _misfit(used))}
