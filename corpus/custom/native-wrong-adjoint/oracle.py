"""sum (0.6 - p cos^2 a)^2 + 0.1 a^2."""

import numpy as np


def objective(power, angle):
    return float(np.sum((0.6 - power * np.cos(angle) ** 2) ** 2 + 0.1 * angle**2))


def gradient(power, angle):
    by_bright = -2.0 * (0.6 - power * np.cos(angle) ** 2)
    by_angle = -by_bright * power * np.sin(2.0 * angle) + 0.2 * angle
    return {"power": by_bright * np.cos(angle) ** 2, "angle": by_angle}
