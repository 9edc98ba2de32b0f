"""sum (0.25 - 0.3 s h^4)^2."""

import numpy as np

SEEN = np.linspace(0.9, 0.4, 11)


def objective(heat):
    return float(np.sum((0.25 - 0.3 * SEEN * heat**4) ** 2))


def gradient(heat):
    return {"heat": -2.4 * (0.25 - 0.3 * SEEN * heat**4) * SEEN * heat**3}
