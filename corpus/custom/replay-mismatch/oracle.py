"""0.2 sum of c^4 over the capsules with c > 0.4, in whatever order they enter."""

import numpy as np


def objective(charge):
    return float(0.2 * np.sum(np.where(charge > 0.4, charge, 0.0) ** 4))


def gradient(charge):
    return {"charge": 0.8 * np.where(charge > 0.4, charge, 0.0) ** 3}
