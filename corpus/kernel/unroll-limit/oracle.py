"""sum (r_i - p(h_i))^2 with p the polynomial of the curve, highest power first."""

import numpy as np

READ = np.array([0.2, 0.4, 0.7, 0.9, 1.2, 1.4, 1.7, 1.9])
CURVE = np.array(
    [0.21, -0.35, 0.12, 0.44, -0.51, 0.18, -0.26, 0.37, -0.42, 0.15, 0.33, -0.28, 0.24, -0.17, 0.31, 1.25, 0.05]
)


def objective(heat):
    return float(np.sum((READ - np.polyval(CURVE, heat)) ** 2))


def gradient(heat):
    return {"heat": -2.0 * (READ - np.polyval(CURVE, heat)) * np.polyval(np.polyder(CURVE), heat)}
