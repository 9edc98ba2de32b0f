"""sum 0.1 (1.9 - 2 u r)^2 with w = s sin e, u = w - 0.15 w^2 and r = s sqrt(cos^2 e + 0.01)."""

import numpy as np


def _parts(speed, elevation):
    w = speed * np.sin(elevation)
    stretch = np.sqrt(np.cos(elevation) ** 2 + 0.01)
    return w, w - 0.15 * w**2, stretch


def objective(speed, elevation):
    _, up, stretch = _parts(speed, elevation)
    return float(0.1 * np.sum((1.9 - 2.0 * up * speed * stretch) ** 2))


def gradient(speed, elevation):
    w, up, stretch = _parts(speed, elevation)
    by_reach = -0.2 * (1.9 - 2.0 * up * speed * stretch)
    slope = 1.0 - 0.3 * w
    stretch_slope = -np.cos(elevation) * np.sin(elevation) / stretch
    by_speed = 2.0 * stretch * (slope * w + up)
    by_elevation = 2.0 * speed * (slope * speed * np.cos(elevation) * stretch + up * stretch_slope)
    return {"speed": by_reach * by_speed, "elevation": by_reach * by_elevation}
