"""Float64 model of the stones; the gradient by central differences over every cell of the friction map."""

import sys
from argparse import Namespace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

STONES, CELLS, STEPS = 40, 48, 150


def throw(log_mu):
    v = np.linspace(1.2, 3.2, STONES).astype(np.float32).astype(np.float64)
    x = np.zeros(STONES)
    for _ in range(STEPS):
        s = np.clip(x / 30.0, 0.0, 0.999) * (CELLS - 1)
        k = np.floor(s).astype(int)
        mu = np.exp(log_mu[k] * (1 - s + k) + log_mu[k + 1] * (s - k))
        v = v - 0.981 * mu * v / np.sqrt(v * v + 0.04)
        x = x + 0.1 * v
    return x


def collect(train):
    seen = {}

    def step(self, grads):
        seen.update(param=self.params[0].numpy().copy(), grad=grads[0].numpy().copy())
        raise Enough

    train.SGD.step = step
    until_enough(train.run, Namespace(stones=STONES, cells=CELLS, steps=STEPS, iters=1, rate=0.05))
    stops = throw(train.pebble(CELLS).astype(np.float64))
    truth = central(lambda log_mu: ((throw(log_mu) - stops) ** 2).mean(), seen["param"])
    return [(0, "log_mu", seen["grad"], truth)]


run(__file__, collect)
