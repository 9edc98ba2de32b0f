"""sum 0.3 (q_i + q_{i-1})^2 + 0.1 g_i^2 with q = log(1 + exp(4 (f - g))) / 4; the first light stands before itself."""

import numpy as np

FLOW = np.array([0.5, 0.7, 0.4, 0.6, 0.8, 0.3])
PAIR = np.eye(6) + np.eye(6, k=-1)
PAIR[0, 0] = 2.0


def objective(green):
    queue = 0.25 * np.logaddexp(0.0, 4.0 * (FLOW - green))
    return float(0.3 * np.sum((PAIR @ queue) ** 2) + 0.1 * np.sum(green**2))


def gradient(green):
    queue = 0.25 * np.logaddexp(0.0, 4.0 * (FLOW - green))
    slope = -1.0 / (1.0 + np.exp(-4.0 * (FLOW - green)))
    return {"green": 0.6 * slope * (PAIR.T @ PAIR @ queue) + 0.2 * green}
