"""Float64 model of the camera; the gradient by central differences over the lens and every pose."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

VIEWS = 20


def project(board, lens, angles, offsets):
    (cy, cp), (sy, sp) = np.cos(angles).T, np.sin(angles).T
    x, y, z = board.T[:, None, :]
    cy, cp, sy, sp = (a[:, None] for a in (cy, cp, sy, sp))
    x, z = cy * x + sy * z, cy * z - sy * x
    y, z = cp * y - sp * z, sp * y + cp * z
    z = z + offsets[:, 2:]
    ray = np.stack([(x + offsets[:, :1]) / z, (y + offsets[:, 1:2]) / z], axis=-1)
    r2 = (ray**2).sum(-1, keepdims=True)
    return lens[0] * ray * (1 + lens[3] * r2 + lens[4] * r2**2) + lens[1:3]


def collect(train):
    seen = {}

    def step(self):
        for name, block in self.blocks.items():
            seen[name] = (block.numpy().astype(np.float64), block.grad.numpy().copy())
        raise Enough

    train.BlockDescent.step = step
    until_enough(train.main, [])
    board = train.checkerboard()
    angles, offsets = (a.astype(np.float64) for a in train.ground_truth(VIEWS, 11))
    pixels = project(board.astype(np.float64), train.LENS.astype(np.float64), angles, offsets)
    pixels = pixels + 1e-3 * np.random.default_rng(11).standard_normal(pixels.shape)
    point = {name: pair[0] for name, pair in seen.items()}

    def objective(**changed):
        return ((project(board.astype(np.float64), **{**point, **changed}) - pixels) ** 2).sum() / (VIEWS * len(board))

    return [(0, k, seen[k][1], central(lambda p, k=k: objective(**{k: p}), point[k])) for k in point]


run(__file__, collect)
