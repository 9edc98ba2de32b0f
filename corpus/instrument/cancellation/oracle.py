"""0.3 sum (r - (1 + cos(1e4 p)) / 2)^2, p the difference of the ways from (h + 0.05) and (h - 0.05) over 2000 mm.

In float64 the plain difference of the roots has nine digits; the form (u^2 - v^2) / (sum of the roots) has all.
"""

import numpy as np

READ = np.array([0.9, 0.4, 0.7, 0.2, 0.6, 0.3, 0.8])


def _roots(height):
    return np.hypot(2000.0, height + 0.05), np.hypot(2000.0, height - 0.05)


def objective(height):
    long, short = _roots(height)
    return float(0.3 * np.sum((READ - 0.5 - 0.5 * np.cos(1.0e4 * 0.2 * height / (long + short))) ** 2))


def gradient(height):
    long, short = _roots(height)
    phase = 1.0e4 * 0.2 * height / (long + short)
    slope = 1.0e4 * ((height + 0.05) / long - (height - 0.05) / short)
    return {"height": -0.6 * (READ - 0.5 - 0.5 * np.cos(phase)) * -0.5 * np.sin(phase) * slope}
