"""Float64 model of the smoke; the gradient by central differences over every node of the stream function."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

N, STEPS = 24, 12
ROW, COL = np.mgrid[0:N, 0:N]


def fetch(q, i, j):
    return q[np.clip(i, 0, N - 1), np.clip(j, 0, N - 1)]


def advect(q, u, w, keep=1.0):
    x, y = ROW - u, COL - w
    i, j = np.floor(x).astype(int), np.floor(y).astype(int)
    a, b = x - i, y - j
    low = fetch(q, i, j) * (1 - b) + fetch(q, i, j + 1) * b
    high = fetch(q, i + 1, j) * (1 - b) + fetch(q, i + 1, j + 1) * b
    return keep * (low * (1 - a) + high * a)


def diffuse(q):
    p = np.pad(q, 1, mode="edge")
    return q + 0.05 * (p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4 * q)


def simulate(psi):
    i, j = ROW / N, COL / N
    q = np.exp(-((i - 0.4) ** 2 + (j - 0.35) ** 2) / 0.02) + 0.6 * np.exp(-((i - 0.7) ** 2 + (j - 0.7) ** 2) / 0.01)
    p = np.pad(psi, 1, mode="edge")
    u, w = 0.5 * (p[1:-1, 2:] - p[1:-1, :-2]), -0.5 * (p[2:, 1:-1] - p[:-2, 1:-1])
    for _ in range(STEPS):
        q = advect(q, u, w, 0.995)
        u, w = diffuse(advect(u, u, w)), diffuse(advect(w, u, w))
    return q


def collect(train):
    seen = []

    def apply(self, grad):
        seen.append((self.psi.numpy().copy(), grad.numpy().copy()))
        if len(seen) == 2:
            raise Enough
        wp_apply(self, grad)

    wp_apply, train.Trainer.apply = train.Trainer.apply, apply
    until_enough(train.main, [])
    target = simulate(train.secret_stream(N).astype(np.float64))

    def objective(psi):
        return ((simulate(psi) - target) ** 2).sum() / N**2

    return [(k, "psi", grad, central(objective, psi)) for k, (psi, grad) in enumerate(seen)]


run(__file__, collect)
