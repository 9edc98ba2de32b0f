"""Float64 model of the lattice; the gradient by central differences over every spring."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough


def simulate(lat, log_k, steps, dt=0.01, damping=0.4):
    x = lat.points.astype(np.float64)
    free = lat.inv_mass > 0
    v = np.zeros_like(x)
    v[free, 0] = 0.8 * x[free, 2]
    v[free, 2] = -0.8 * x[free, 0]
    i, j = lat.pairs.T
    rest = lat.rest.astype(np.float64)
    gravity = np.array([0.0, -9.81, 0.0])
    for _ in range(steps):
        d = x[j] - x[i]
        length = np.linalg.norm(d, axis=1)
        n = d / length[:, None]
        rate = ((v[j] - v[i]) * n).sum(1)
        f = n * (np.exp(log_k) * (length - rest) + damping * rate)[:, None]
        total = np.zeros_like(x)
        np.add.at(total, i, f)
        np.add.at(total, j, -f)
        v = v + (total * lat.inv_mass[:, None] + gravity * free[:, None]) * dt
        x = x + v * dt
    return x


def collect(train):
    seen = {}

    def step(self, grad):
        seen.update(param=self.param.numpy().copy(), grad=grad.numpy().copy())
        raise Enough

    train.GradientDescent.step = step
    until_enough(train.main, [])
    lat = train.build_lattice(4, 4, 2, spacing=0.25)
    secret = np.log(np.random.default_rng(3).uniform(150.0, 400.0, size=len(lat.pairs)))
    target = simulate(lat, secret, 40)

    def objective(log_k):
        return ((simulate(lat, log_k, 40) - target) ** 2).sum() / len(target)

    return [(0, "log_stiffness", seen["grad"], central(objective, seen["param"]))]


run(__file__, collect)
