"""0.1 sum |q - (f + (r cos b, r sin b, h - 0.1 r^2))|^2 over the cranes, with bearing b, reach r and height h."""

import numpy as np

FOOT = np.array([[2, 0, 0], [1, 2, 0], [-1, 2, 0], [-2, 0, 0], [-1, -2, 0], [1, -2, 0], [0, 3, 0]])


def objective(pose):
    bearing, reach, height = pose.T
    arm = np.stack([reach * np.cos(bearing), reach * np.sin(bearing), height - 0.1 * reach**2], axis=1)
    return float(0.1 * np.sum((np.array([0.2, 0.3, 0.8]) - FOOT - arm) ** 2))
