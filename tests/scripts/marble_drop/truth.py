"""Float64 model of the marbles; the gradient by central differences over the friction and every velocity.

The model has the square root without an offset: vt / (|vt| + s) is differentiable at vt = 0.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

ROWS, STEPS, DT = 6, 100, 0.005


def play(start, v, mu):
    x = start.copy()
    for _ in range(STEPS):
        depth = np.maximum(0.05 - x[:, 1], 0.0)
        normal = np.where(depth > 0, np.maximum(2000.0 * depth - 20.0 * v[:, 1], 0.0), 0.0)
        rub = mu * normal / (np.hypot(v[:, 0], v[:, 2]) + 0.05)
        v = v + np.stack([-rub * v[:, 0], normal - 9.81, -rub * v[:, 2]], axis=1) * DT
        x = x + v * DT
    return x


def collect(train):
    seen = {}

    def step(self):
        seen.update({k: (p.numpy().astype(np.float64), p.grad.numpy().copy()) for k, p in self.params.items()})
        raise Enough

    train.Descent.step = step
    until_enough(train.main, [])
    world = train.World(ROWS, 1)
    start, goal = world.start.astype(np.float64), train.goals(world).astype(np.float64)

    def objective(v, mu):
        return ((play(start, v, mu) - goal)[:, [0, 2]] ** 2).sum() / len(start)

    v0, mu = seen["v0"][0], seen["mu"][0]
    g_v, g_mu = seen["v0"][1], seen["mu"][1]
    print("non-finite elements:", (~np.isfinite(g_v)).sum(), "of", g_v.size, "and", (~np.isfinite(g_mu)).sum(), "of 1")
    truth_v = central(lambda v: objective(v, mu[0]), v0)
    return [(0, "v0", g_v, truth_v), (0, "mu", g_mu, central(lambda m: objective(v0, m[0]), mu))]


run(__file__, collect)
