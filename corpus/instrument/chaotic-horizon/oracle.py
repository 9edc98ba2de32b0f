"""0.125 sum (0.75 - x)^2, x after so many generations x <- x exp(r (1 - x)) from 0.25; the tangent y is dx/dr.

The map is chaotic, and no step of a difference fits float64. The surrogate, the same objective by steps 10^20 times
shorter in sixty digits, proves the gradient.
"""

from decimal import Decimal, localcontext

import numpy as np


def objective(fertility, steps=32):
    size = np.full(5, 0.25)
    for _ in range(steps):
        size = size * np.exp(fertility * (1.0 - size))
    return float(0.125 * np.sum((0.75 - size) ** 2))


def gradient(fertility, steps=32):
    size, tangent = np.full(5, 0.25), np.zeros(5)
    for _ in range(steps):
        growth = np.exp(fertility * (1.0 - size))
        tangent = growth * ((1.0 - fertility * size) * tangent + size * (1.0 - size))
        size = size * growth
    return {"fertility": -0.25 * (0.75 - size) * tangent}


def _exact(fertility, steps):
    total = Decimal(0)
    for r in fertility:
        size = Decimal("0.25")
        for _ in range(steps):
            size *= (r * (1 - size)).exp()
        total += (Decimal("0.75") - size) ** 2 / 8
    return total


def surrogate(at, fertility, steps=32):
    with localcontext() as context:
        context.prec = 60
        start = [Decimal(float(r)) for r in at["fertility"]]
        moved = [r + (Decimal(float(s)) - r).scaleb(-20) for r, s in zip(start, fertility, strict=True)]
        return float((_exact(moved, steps) - _exact(start, steps)).scaleb(20))
