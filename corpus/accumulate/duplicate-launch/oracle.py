"""sum over the cells of (s - exp(-d))^2, d = sum_b x_b exp(-0.4 row - (column - 0.75 b)^2)."""

import numpy as np

SHARE = np.array([[0.7, 0.2, 0.3, 0.6], [0.8, 0.3, 0.2, 0.7], [0.9, 0.4, 0.5, 0.8]])
ROW, COLUMN, BEAM = np.meshgrid(np.arange(3), np.arange(4), np.arange(5), indexing="ij")
REACH = np.exp(-0.4 * ROW - (COLUMN - 0.75 * BEAM) ** 2)


def objective(weight):
    return float(np.sum((SHARE - np.exp(-REACH @ weight)) ** 2))


def gradient(weight):
    alive = np.exp(-REACH @ weight)
    return {"weight": np.einsum("rc,rcb->b", 2.0 * (SHARE - alive) * alive, REACH)}
