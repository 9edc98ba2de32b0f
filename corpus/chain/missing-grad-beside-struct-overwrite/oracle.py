"""sum (0.7 - C)^2 + (H / 2)^2 after six times f = x (1 + 0.8 H), C <- C (1 - 0.3 f), H <- exp(-y) H + 0.5 f^2.

The gradient carries the tangents of C and H by the current x and by the cooling y along.
"""

import numpy as np


def _discharge(current, cooling):
    charge, heat = np.array([1.0, 0.9, 1.1]), np.array([0.2, 0.1, 0.3])
    # Rows of the tangents: by the current and by the cooling, each cell by its own.
    charge_slope, heat_slope, kept = np.zeros((2, 3)), np.zeros((2, 3)), np.exp(-cooling)
    for _ in range(6):
        flow = current * (1.0 + 0.8 * heat)
        flow_slope = 0.8 * current * heat_slope + np.array([1.0 + 0.8 * heat, np.zeros(3)])
        charge_slope = charge_slope * (1.0 - 0.3 * flow) - 0.3 * charge * flow_slope
        heat_slope = kept * heat_slope + flow * flow_slope + np.array([np.zeros(3), -kept * heat])
        charge, heat = charge * (1.0 - 0.3 * flow), kept * heat + 0.5 * flow**2
    return charge, heat, charge_slope, heat_slope


def objective(current, cooling):
    charge, heat = _discharge(current, cooling)[:2]
    return float(np.sum((0.7 - charge) ** 2 + 0.25 * heat**2))


def gradient(current, cooling):
    charge, heat, charge_slope, heat_slope = _discharge(current, cooling)
    by_current, by_cooling = -2.0 * (0.7 - charge) * charge_slope + 0.5 * heat * heat_slope
    return {"current": by_current, "cooling": by_cooling}
