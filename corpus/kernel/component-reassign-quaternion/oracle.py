"""sum |s - v|^2 / 2 with v the beacon b turned by the unit quaternion along (h, 1): by Rodrigues' formula,

v = b + 2 h x (b + h x b) / (1 + |h|^2).
"""

import numpy as np

SEEN = np.array([[0.9, 0.4, 0.2], [0.8, 0.1, 0.6], [0.3, 0.7, 0.6], [0.6, 0.6, 0.5], [0.2, 0.3, 0.9]])
BEACON = np.array([0.8, 0.0, 0.6])


def objective(turn):
    size = 1.0 + np.sum(turn**2, axis=1, keepdims=True)
    view = BEACON + 2.0 * np.cross(turn, BEACON + np.cross(turn, BEACON)) / size
    return float(0.5 * np.sum((SEEN - view) ** 2))
