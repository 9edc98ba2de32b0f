"""sum (0.5 - q_i)^2 with q = h (p_i - p_{i+1}), h = 2 a b / (a + b) the harmonic mean of neighbours a and b, whose
slope by a is 2 b^2 / (a + b)^2: finite when a is zero."""

import numpy as np

DROP = -np.diff(np.linspace(3.0, 0.0, 9) ** 1.2)


def objective(conductance):
    a, b = conductance[:-1], conductance[1:]
    return float(np.sum((0.5 - 2.0 * a * b / (a + b) * DROP) ** 2))


def gradient(conductance):
    a, b = conductance[:-1], conductance[1:]
    slope = -2.0 * (0.5 - 2.0 * a * b / (a + b) * DROP) * DROP * 2.0 / (a + b) ** 2
    return {"conductance": np.append(slope * b**2, 0.0) + np.append(0.0, slope * a**2)}
