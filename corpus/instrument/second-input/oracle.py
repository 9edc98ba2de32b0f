"""|w - S^T f|^2: gradient -2 S (w - S^T f) by the feeds f and -2 f (w - S^T f)^T by the shares S."""

import numpy as np

WANTED = np.array([0.7, 1.1, 0.5])


def objective(feed, share):
    return float(np.sum((WANTED - feed @ share) ** 2))


def gradient(feed, share):
    error = WANTED - feed @ share
    return {"feed": -2.0 * share @ error, "share": -2.0 * np.outer(feed, error)}
