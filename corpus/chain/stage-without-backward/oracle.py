"""sum 0.5 (w - h)^2 after six steps of v <- v + 0.4 (0.5 log(1 + exp(3 (s - h))) - b - 0.5 v), h <- h + 0.4 v.

s = 0.2 sin(0.8 k + 0.7 i). The gradient carries the tangents dh/db and dv/db along.
"""

import numpy as np

WANTED = np.array([0.6, 0.4, 0.5, 0.2, 0.3])


def _ride(ballast):
    height, speed, height_slope, speed_slope = np.zeros((4, 5))
    for k in range(6):
        below = 0.2 * np.sin(0.8 * k + 0.7 * np.arange(5)) - height
        steep = 1.5 / (1.0 + np.exp(-3.0 * below))
        speed_slope = 0.8 * speed_slope - 0.4 * (steep * height_slope + 1.0)
        speed = 0.8 * speed + 0.4 * (0.5 * np.logaddexp(0.0, 3.0 * below) - ballast)
        height_slope = height_slope + 0.4 * speed_slope
        height = height + 0.4 * speed
    return height, height_slope


def objective(ballast):
    return float(0.5 * np.sum((WANTED - _ride(ballast)[0]) ** 2))


def gradient(ballast):
    height, slope = _ride(ballast)
    return {"ballast": -(WANTED - height) * slope}
