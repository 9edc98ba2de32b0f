"""Float64 model of the network; the gradient by central differences over every weight and bias."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough


def collect(train):
    seen = []
    original = train.ClippedSGD.apply

    def apply(self, factor):
        seen.append(
            [(p.numpy().astype(np.float64), factor * g.numpy()) for p, g in zip(self.params, self.grads, strict=True)]
        )
        if len(seen) == 3:
            raise Enough
        original(self, factor)

    train.ClippedSGD.apply = apply
    until_enough(train.main, [])
    x, y = (a.astype(np.float64) for a in train.surface(256))

    def objective(params):
        w1, b1, w2, b2, w3, b3 = params
        h = np.tanh(x @ w1 + b1) @ w2 + b2
        h = h / (1 + np.exp(-h))
        return (((h @ w3 + b3)[:, 0] - y) ** 2).mean()

    def truth(point, k):
        return central(lambda q: objective([*point[:k], q, *point[k + 1 :]]), point[k])

    rows = []
    for iteration, pairs in enumerate(seen):
        point = [p for p, _ in pairs]
        rows.extend((iteration, f"p{k}", g, truth(point, k)) for k, (_, g) in enumerate(pairs))
    return rows


run(__file__, collect)
