"""sum (0.8 - T_5)^2 with T <- (I + 0.1 L - diag(l)) T + l (o_k + 0.05 i) from T = 0; L has insulated ends."""

import numpy as np

OUTSIDE = np.array([-0.4, 0.1, 0.9, 1.2, 0.3])
SLOPE = np.diff(np.eye(8), axis=0)


def objective(leak):
    conduct = np.eye(8) - 0.1 * SLOPE.T @ SLOPE - np.diag(leak)
    room = np.zeros(8)
    for outside in OUTSIDE:
        room = conduct @ room + leak * (outside + 0.05 * np.arange(8))
    return float(np.sum((0.8 - room) ** 2))
