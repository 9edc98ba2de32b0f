"""Float64 model of the cloth; the gradient by central differences over every wind component."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

WIDTH, STEPS, BLOCKS = 10, 60, 4


def simulate(wind):
    r, c = np.meshgrid(np.arange(WIDTH), np.arange(WIDTH), indexing="ij")
    x = np.stack([c * 0.1, -0.1 * r, 0.01 * np.sin(r)], axis=-1).astype(np.float32).astype(np.float64)
    v = np.zeros_like(x)
    free = np.ones((WIDTH, WIDTH, 1))
    free[0, 0] = free[0, -1] = 0.0
    for step in range(STEPS):
        f = np.zeros_like(x)
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr == dc == 0:
                    continue
                rows, cols = slice(max(0, -dr), WIDTH - max(0, dr)), slice(max(0, -dc), WIDTH - max(0, dc))
                other = (slice(max(0, dr), WIDTH - max(0, -dr)), slice(max(0, dc), WIDTH - max(0, -dc)))
                d = x[other] - x[rows, cols]
                length = np.linalg.norm(d, axis=-1, keepdims=True)
                f[rows, cols] += d * 120.0 * (length - 0.1 * np.sqrt(dr * dr + dc * dc)) / length
        flow = wind[step * BLOCKS // STEPS] - v
        f += flow * 0.5 * np.sqrt((flow**2).sum(-1, keepdims=True) + 0.01) + np.array([0.0, -0.5, 0.0])
        v = (v + f * 0.02) * free
        x = x + v * 0.02
    return x


def collect(train):
    seen = {}

    def update(self, grad):
        seen.update(param=self.value.copy(), grad=grad.copy())
        raise Enough

    train.Momentum.update = update
    until_enough(train.main, [])
    target = simulate(train.GUSTS.astype(np.float64))

    def objective(wind):
        return ((simulate(wind) - target) ** 2).sum() / WIDTH**2

    return [(0, "wind", seen["grad"], central(objective, seen["param"]))]


run(__file__, collect)
