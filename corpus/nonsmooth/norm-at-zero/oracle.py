"""sum |v_3|^2 / 2 + 2 |u|^2 with v <- v + u - 0.25 |v| v, whose Jacobian at v = 0 is the identity."""

import numpy as np


def _norm(v):
    return np.linalg.norm(v, axis=-1, keepdims=True)


def objective(velocity, push):
    v = velocity
    for _ in range(3):
        v = v + push - 0.25 * _norm(v) * v
    return float(0.5 * np.sum(v**2) + 2.0 * np.sum(push**2))
