"""0.5 sum |wanted - 0.6 |w| w - (0.9 g - 0.25 g^2) e_z|^2; each balloon by itself."""

import numpy as np

WANTED = np.array(
    [[0.3, 0.2, 0.5], [0.1, 0.4, 0.3], [0.2, -0.1, 0.6], [-0.2, 0.3, 0.4], [0.0, 0.1, 0.7], [0.4, 0.0, 0.2]]
)


def _error(wind, gas):
    drag = 0.6 * np.linalg.norm(wind, axis=1, keepdims=True) * wind
    return WANTED - drag - np.outer(0.9 * gas - 0.25 * gas**2, [0.0, 0.0, 1.0])


def objective(wind, gas):
    return float(0.5 * np.sum(_error(wind, gas) ** 2))


def gradient(wind, gas):
    error = _error(wind, gas)
    speed = np.linalg.norm(wind, axis=1, keepdims=True)
    along = np.sum(wind * error, axis=1, keepdims=True)
    return {"wind": -0.6 * (speed * error + along / speed * wind), "gas": -(0.9 - 0.5 * gas) * error[:, 2]}
