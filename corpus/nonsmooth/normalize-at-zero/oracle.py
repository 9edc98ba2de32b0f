"""0.1 sum |R(w) m - r|^2 over the marks, R(w) = exp of the cross product with w, which is smooth at w = 0.

At w = 0 the slope of R(w) m by w is -[m]x, hence the gradient -0.2 sum of (m - r) . (.) = 0.2 sum of r x m there.
"""

import numpy as np

MARKS = np.random.default_rng(5).uniform(-0.6, 0.6, (4, 3, 3)).astype(np.float32).astype(np.float64)
REFERENCE = np.random.default_rng(8).uniform(-0.6, 0.6, (4, 3, 3)).astype(np.float32).astype(np.float64)


def objective(turn):
    w = turn[:, None, :]
    angle = np.linalg.norm(w, axis=-1, keepdims=True)
    once = np.cross(w, MARKS)
    twice = np.cross(w, once)
    turned = MARKS + np.sinc(angle / np.pi) * once + 0.5 * np.sinc(angle / (2.0 * np.pi)) ** 2 * twice
    return float(0.1 * np.sum((turned - REFERENCE) ** 2))
