"""Float64 model of the planner's cost; the gradient by central differences over every control point."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough


def collect(train):
    seen = {}
    from warp.optim import Adam

    def step(self, grads):
        seen["grad"] = grads[0].numpy().copy()
        seen["points"] = self.params[0].numpy().reshape(-1, 3).copy()
        raise Enough

    Adam.step = step
    until_enough(train.main, [])
    obstacles = train.make_map(60, seed=5)

    from spline import basis_matrix

    basis = basis_matrix(16, 200).astype(np.float64)

    def objective(points):
        path = basis @ points
        bend = points[:-2] - 2 * points[1:-1] + points[2:]
        total = 20 * ((points[0] ** 2).sum() + ((points[-1] - 1) ** 2).sum()) + 2 * (bend**2).sum()
        total += 10 * (np.diff(path, axis=0) ** 2).sum()
        for x, y, z, radius in obstacles:
            total += np.exp(-((path - [x, y, z]) ** 2).sum(1) / radius**2).mean()
        return total

    return [(0, "points", seen["grad"], central(objective, seen["points"]))]


run(__file__, collect)
