"""sum 0.5 (w - r)^2 after v <- v - 0.2 U'(r), r <- r + 0.2 v, five times; U = (1 - exp(-1.5 (r - 1)))^2.

The gradient carries the tangents dr/dk and dv/dk along, which needs U''.
"""

import numpy as np

LENGTH = np.array([1.3, 0.9, 1.1, 1.6, 0.8, 1.2, 1.4, 1.0])


def _vibrate(kick):
    length, speed, length_slope, speed_slope = np.linspace(0.8, 1.5, 8), kick, np.zeros(8), np.ones(8)
    for _ in range(5):
        fall = np.exp(-1.5 * (length - 1.0))
        speed_slope = speed_slope - 0.2 * 4.5 * (2.0 * fall**2 - fall) * length_slope
        speed = speed - 0.2 * 3.0 * (fall - fall**2)
        length_slope = length_slope + 0.2 * speed_slope
        length = length + 0.2 * speed
    return length, length_slope


def objective(kick):
    return float(0.5 * np.sum((LENGTH - _vibrate(kick)[0]) ** 2))


def gradient(kick):
    length, slope = _vibrate(kick)
    return {"kick": -(LENGTH - length) * slope}
