"""sum 0.4 (d - 0.6 / (0.3 + r^2))^2 + 0.2 (f - r)^2 with r = h tan(s) + 0.2; each sprinkler by itself."""

import numpy as np

DEEP = np.array([0.5, 0.3, 0.6, 0.4, 0.7])
FAR = np.array([1.1, 1.4, 0.8, 1.2, 0.9])


def objective(height, spread):
    radius = height * np.tan(spread) + 0.2
    return float(np.sum(0.4 * (DEEP - 0.6 / (0.3 + radius**2)) ** 2 + 0.2 * (FAR - radius) ** 2))


def gradient(height, spread):
    radius = height * np.tan(spread) + 0.2
    depth = 0.6 / (0.3 + radius**2)
    slope = 0.8 * (DEEP - depth) * depth * 2.0 * radius / (0.3 + radius**2) - 0.4 * (FAR - radius)
    return {"height": slope * np.tan(spread), "spread": slope * height / np.cos(spread) ** 2}
