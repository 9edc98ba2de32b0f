"""Float64 model of the plate; the gradient over the whole horizon by central differences over every cell."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

N, STEPS = 16, 120


def simulate(log_k, t, source):
    k0 = np.exp(log_k)
    for _ in range(STEPS):
        k = k0 * (1 + 0.5 * t)
        change = np.zeros_like(t)
        down = 0.5 * (k[1:] + k[:-1]) * np.diff(t, axis=0)
        right = 0.5 * (k[:, 1:] + k[:, :-1]) * np.diff(t, axis=1)
        change[:-1] += down
        change[1:] -= down
        change[:, :-1] += right
        change[:, 1:] -= right
        t = t + 0.15 * (change + source)
    return t


def collect(train):
    seen = []
    original = train.descend

    def descend(log_k, rate):
        seen.append((log_k.numpy().copy(), log_k.grad.numpy().copy()))
        if len(seen) == 2:
            raise Enough
        original(log_k, rate)

    train.descend = descend
    until_enough(train.main, [])
    problem = train.HeatInverse(N, STEPS, 20)
    start, source = problem.initial.astype(np.float64), problem.source.numpy().astype(np.float64)
    target = simulate(train.hidden_log_k(N).astype(np.float64), start, source)

    def objective(log_k):
        return ((simulate(log_k, start, source) - target) ** 2).mean()

    return [(k, "log_k", grad, central(objective, log_k)) for k, (log_k, grad) in enumerate(seen)]


run(__file__, collect)
