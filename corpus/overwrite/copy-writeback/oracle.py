"""0.1 sum |g - p_3|^2 with p_{k+1} = 1.2 (p_k + u) / |p_k + u|, so that only directions are carried from step to step."""

import numpy as np

GOAL = np.array([0.0, 1.2])
ANGLE = np.linspace(0.0, 2.0, 6)


def objective(push):
    bead = 1.2 * np.stack([np.cos(ANGLE), np.sin(ANGLE)], axis=1)
    for _ in range(3):
        pushed = bead + push
        bead = 1.2 * pushed / np.linalg.norm(pushed, axis=1, keepdims=True)
    return float(0.1 * np.sum((GOAL - bead) ** 2))
