"""sum (1.4 - w)^2 + (0.9 - a)^2 with w = o (1 - exp(-1.2 / s)) and a = w exp(-0.8 / s).

windowed: a differentiated with w held constant."""

import numpy as np

OVEN = 1.5 + 0.1 * np.arange(7)


def _warmth(insulation):
    return OVEN * (1.0 - np.exp(-1.2 / insulation))


def objective(insulation):
    warmth = _warmth(insulation)
    arrived = warmth * np.exp(-0.8 / insulation)
    return float(np.sum((1.4 - warmth) ** 2 + (0.9 - arrived) ** 2))


def _gradient(insulation, through):
    warmth, kept = _warmth(insulation), np.exp(-0.8 / insulation)
    warmth_slope = (warmth - OVEN) * 1.2 / insulation**2
    kept_slope = kept * 0.8 / insulation**2
    oven = -2.0 * (1.4 - warmth) * warmth_slope
    van = -2.0 * (0.9 - warmth * kept) * (warmth * kept_slope + through * kept * warmth_slope)
    return {"insulation": oven + van}


def gradient(insulation):
    return _gradient(insulation, 1.0)


def windowed(insulation):
    return _gradient(insulation, 0.0)
