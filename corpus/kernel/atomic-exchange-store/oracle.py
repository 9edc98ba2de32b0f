"""sum 0.3 (0.3 - h)^2 + 0.02 t^2 with h = s cos t + 0.4 sin t; which slot a height stands in makes no difference."""

import numpy as np

SWELL = np.linspace(0.9, 0.2, 8)


def objective(trim):
    height = SWELL * np.cos(trim) + 0.4 * np.sin(trim)
    return float(np.sum(0.3 * (0.3 - height) ** 2 + 0.02 * trim**2))


def gradient(trim):
    height = SWELL * np.cos(trim) + 0.4 * np.sin(trim)
    return {"trim": -0.6 * (0.3 - height) * (0.4 * np.cos(trim) - SWELL * np.sin(trim)) + 0.04 * trim}
