"""0.1 sum over the beams of (w - p)^2, p = sum_k b_k exp(-4 (a - d_k)^2), a = 0.15 beam - 1.1, w = 0.5 + 0.3 sin."""

import numpy as np

BEAM = np.arange(16)
ANGLE = 0.15 * BEAM - 1.1
WANTED = 0.5 + 0.3 * np.sin(0.9 * BEAM)


def objective(dip, brightness):
    return float(0.1 * np.sum((WANTED - np.exp(-4.0 * (ANGLE[:, None] - dip) ** 2) @ brightness) ** 2))


def gradient(dip, brightness):
    angle = ANGLE[:, None] - dip
    bell = np.exp(-4.0 * angle**2)
    slope = -0.2 * (WANTED - bell @ brightness)
    return {"dip": slope @ (bell * 8.0 * angle * brightness), "brightness": slope @ bell}
