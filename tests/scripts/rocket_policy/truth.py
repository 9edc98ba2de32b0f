"""Float64 model of the fleet; the gradient of the whole episode by central differences over the policy."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

SIZE, STEPS, DT = 16, 100, 0.08


def episode(weights, q, v):
    cost = 0.0
    for _ in range(STEPS):
        z = np.concatenate([0.1 * q, v, np.ones((SIZE, 1))], axis=1) @ weights.T
        thrust, gimbal = 1.62 * (1 + np.tanh(z[:, 0])), 0.5 * np.tanh(z[:, 1])
        tilt = q[:, 2] + gimbal
        a = [-thrust * np.sin(tilt), thrust * np.cos(tilt) - 1.62, -2 * thrust * np.sin(gimbal) - 0.3 * v[:, 2]]
        v = v + np.stack(a, axis=1) * DT
        q = q + v * DT
        cost += 0.002 / SIZE * (thrust**2 + gimbal**2).sum()
    return cost + ((q**2).sum() * 0.1 + (v**2).sum()) / SIZE


def collect(train):
    seen = {}

    def update(self):
        seen.update(weights=self.weights.numpy().copy(), grad=self.weights.grad.numpy().copy())
        raise Enough

    train.Policy.update = update
    until_enough(train.main, ["--fleet", str(SIZE), "--steps", str(STEPS)])
    fleet = train.Fleet(SIZE, DT)
    q, v = fleet.q0.astype(np.float64), fleet.v0.astype(np.float64)
    return [(0, "weights", seen["grad"], central(lambda w: episode(w, q, v), seen["weights"]))]


run(__file__, collect)
