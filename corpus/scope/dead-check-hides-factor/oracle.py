"""0.2 sum over winds w and blades i of (t_i - sin(s_w p_i))^2 with s = 1.2, 1.5, 1.8."""

import numpy as np

WANTED = np.array([0.3, 0.5, 0.2, 0.6, 0.4, 0.1, 0.5])
SPEED = np.array([[1.2], [1.5], [1.8]])


def objective(pitch):
    return float(0.2 * np.sum((WANTED - np.sin(SPEED * pitch)) ** 2))


def gradient(pitch):
    slopes = -0.4 * (WANTED - np.sin(SPEED * pitch)) * SPEED * np.cos(SPEED * pitch)
    return {"pitch": slopes.sum(axis=0)}
