"""0.2 sum (w - x_n)^2 with v <- v - 0.1 d v^2 and x the sum of 0.1 v over the steps."""

import numpy as np

WANTED = np.array([1.6, 1.8, 1.2, 1.3, 1.9])


def objective(speed, drag, steps=20):
    speeds = [speed]
    for _ in range(steps - 1):
        speeds.append(speeds[-1] * (1.0 - 0.1 * drag * speeds[-1]))
    return float(0.2 * np.sum((WANTED - 0.1 * np.sum(speeds, axis=0)) ** 2))
