"""0.3 sum 1 - cos(p_{i+1} - p_i - a_i) after four beats p <- p + 0.1 i + 0.15 k_i sum_j sin(p_j - p_i).

The gradient runs the transposed Jacobian of a beat backwards over the stored phases.
"""

import numpy as np

APART = np.array([0.3, -0.2, 0.1, 0.4, -0.3])


def _phases(start, pull):
    phases = [start]
    for _ in range(4):
        p = phases[-1]
        phases.append(p + 0.1 * np.arange(6) + 0.15 * pull * np.sum(np.sin(p[None, :] - p[:, None]), axis=1))
    return phases


def objective(start, pull):
    return float(0.3 * np.sum(1.0 - np.cos(np.diff(_phases(start, pull)[-1]) - APART)))


def gradient(start, pull):
    phases = _phases(start, pull)
    slope = 0.3 * np.sin(np.diff(phases[-1]) - APART)
    phase = np.append(0.0, slope) - np.append(slope, 0.0)
    pulled = np.zeros(6)
    for p in phases[-2::-1]:
        away = p[None, :] - p[:, None]
        pulled += 0.15 * phase * np.sum(np.sin(away), axis=1)
        coupling = 0.15 * pull[:, None] * np.cos(away)
        phase = phase + coupling.T @ phase - np.sum(coupling, axis=1) * phase
    return {"start": phase, "pull": pulled}
