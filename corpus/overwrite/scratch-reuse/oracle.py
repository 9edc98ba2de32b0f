"""sum |t - v_6|^2 / 4 with v <- v + 0.1 |r|^2 r and r = w_k - v, from v_0 = toss."""

import numpy as np

TARGET = np.array([0.5, 0.0, 0.1])


def objective(toss):
    velocity = toss
    for k in range(6):
        gust = 0.3 - 0.1 * k
        relative = np.array([gust, 0.5 * gust, 0.2]) - velocity
        velocity = velocity + 0.1 * np.sum(relative**2, axis=1, keepdims=True) * relative
    return float(0.25 * np.sum((TARGET - velocity) ** 2))
