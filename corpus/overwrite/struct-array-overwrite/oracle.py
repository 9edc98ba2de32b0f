"""sum 0.5 (c - P_5)^2 with P_{k+1} = P_k (1 + b - 0.3 H_k), H_{k+1} = H_k (0.8 + 0.3 P_k); each pond by itself.

The gradient carries the tangents p = dP/db, h = dH/db along the seasons.
"""

import numpy as np

PREY = np.linspace(0.8, 1.3, 6)
HUNTERS = np.linspace(0.9, 0.4, 6)
COUNTED = np.array([1.1, 1.2, 0.9, 1.4, 1.6, 0.7])


def _season(prey, hunters, birth):
    return prey * (1.0 + birth - 0.3 * hunters), hunters * (0.8 + 0.3 * prey)


def objective(birth):
    prey, hunters = PREY, HUNTERS
    for _ in range(5):
        prey, hunters = _season(prey, hunters, birth)
    return float(0.5 * np.sum((COUNTED - prey) ** 2))


def gradient(birth):
    prey, hunters, p, h = PREY, HUNTERS, np.zeros(6), np.zeros(6)
    for _ in range(5):
        rise = p * (1.0 + birth - 0.3 * hunters) + prey * (1.0 - 0.3 * h)
        h = h * (0.8 + 0.3 * prey) + 0.3 * hunters * p
        p = rise
        prey, hunters = _season(prey, hunters, birth)
    return {"birth": -(COUNTED - prey) * p}
