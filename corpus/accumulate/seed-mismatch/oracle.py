"""Mean of (t - s sin(t + o))^2 over seven sensors."""

import numpy as np

TILT = np.linspace(0.2, 1.4, 7)


def objective(offset, scale):
    return float(np.mean((TILT - scale * np.sin(TILT + offset)) ** 2))


def gradient(offset, scale):
    error = TILT - scale * np.sin(TILT + offset)
    by_reading = -2.0 / 7.0 * error
    return {"offset": by_reading * scale * np.cos(TILT + offset), "scale": by_reading * np.sin(TILT + offset)}
