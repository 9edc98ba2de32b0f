"""Mean of (0.4 - s_i)^2 with s_i = (i - 3.5) / 4 + sin(2 f_i) over eight facets."""

import numpy as np

BEAM = 0.25 * (np.arange(8) - 3.5)


def objective(facet):
    return float(np.mean((0.4 - BEAM - np.sin(2.0 * facet)) ** 2))


def gradient(facet):
    return {"facet": -0.5 * (0.4 - BEAM - np.sin(2.0 * facet)) * np.cos(2.0 * facet)}
