"""Float64 model of the plate; the gradient by central differences over both moduli of every element."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

NX, NY, SIZE, STEPS, DT = 8, 4, 0.25, 60, 0.01
FRAMES = range(10, 61, 10)


def simulate(mesh, logs):
    points, tri, inverse = mesh[0].astype(np.float64), mesh[1], mesh[2].astype(np.float64)
    mu, lam = np.exp(logs.reshape(2, -1, 1, 1))
    x, v = points.copy(), np.zeros_like(points)
    area = 0.5 * SIZE**2
    frames = []
    for k in range(STEPS):
        p = x[tri]
        grad = np.stack([p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]], axis=2) @ inverse
        det = np.linalg.det(grad)[:, None, None]
        cof = np.stack([grad[:, 1, 1], -grad[:, 1, 0], -grad[:, 0, 1], grad[:, 0, 0]], 1).reshape(-1, 2, 2)
        h = -area * (grad * mu + cof * (lam * (det - 1) - mu)) @ inverse.transpose(0, 2, 1)
        f = np.zeros_like(x)
        np.add.at(f, tri[:, 1], h[:, :, 0])
        np.add.at(f, tri[:, 2], h[:, :, 1])
        np.add.at(f, tri[:, 0], -h.sum(2))
        a = f / (2 * area) - 0.5 * v + np.array([0.2, -0.8])
        a[: NY + 1] = 0
        v = v + a * DT
        x = x + v * DT
        if k + 1 in FRAMES:
            frames.append(x)
    return np.array(frames)


def collect(train):
    seen = []

    def sgd(params, rate):
        seen.extend((p.numpy().copy(), p.grad.numpy().copy()) for p in params)
        raise Enough

    train.sgd = sgd
    until_enough(train.main, [])
    mesh = train.plate_mesh(NX, NY, SIZE)
    elements = len(mesh[1])
    target = simulate(mesh, np.concatenate(train.secret_moduli(elements)).astype(np.float64))

    def objective(logs):
        return ((simulate(mesh, logs) - target) ** 2).sum() / (target.shape[0] * target.shape[1])

    truth = central(objective, np.concatenate([seen[0][0], seen[1][0]])).reshape(2, -1)
    return [(0, "log_mu", seen[0][1], truth[0]), (0, "log_lam", seen[1][1], truth[1])]


run(__file__, collect)
