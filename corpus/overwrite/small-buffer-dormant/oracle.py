"""0.5 sum (1 - T_n)^2 with T_{k+1} = 0.9 T_k + 0.3 tanh(g (1.3 - T_{max(k-3, 0)})) and T_0 = 0.

The gradient carries the tangents dT/dg of all steps.
"""

import numpy as np


def _run(gain, steps):
    heat, tangent = [np.zeros(4)], [np.zeros(4)]
    for k in range(steps):
        lag = max(k - 3, 0)
        gap = 1.3 - heat[lag]
        push = np.tanh(gain * gap)
        tangent.append(0.9 * tangent[k] + 0.3 * (1.0 - push**2) * (gap - gain * tangent[lag]))
        heat.append(0.9 * heat[k] + 0.3 * push)
    return heat[-1], tangent[-1]


def objective(gain, steps=12):
    return float(0.5 * np.sum((1.0 - _run(gain, steps)[0]) ** 2))


def gradient(gain, steps=12):
    heat, tangent = _run(gain, steps)
    return {"gain": -(1.0 - heat) * tangent}
