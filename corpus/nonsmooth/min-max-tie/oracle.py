"""0.1 sum max(s_i, s_{i+1})^2. At s_i = s_{i+1} the slope 0.2 s may go to either of the two, or be shared."""

import numpy as np


def _shares(span, tied):
    left = (span[:-1] > span[1:]) | (tied & (span[:-1] == span[1:]))
    right = (span[1:] > span[:-1]) | (~tied & (span[:-1] == span[1:]))
    slope = 0.2 * np.maximum(span[:-1], span[1:])
    return np.append(slope * left, 0.0), np.append(0.0, slope * right)


def objective(span):
    return float(0.1 * np.sum(np.maximum(span[:-1], span[1:]) ** 2))


def gradient(span):
    return {"span": sum(_shares(span, np.ones(9, dtype=bool)))}


def bounds(span):
    by_left, by_right = (_shares(span, np.full(9, tied)) for tied in (True, False))
    lowest = by_right[0] + by_left[1]
    highest = by_left[0] + by_right[1]
    return {"span": (lowest, highest)}
