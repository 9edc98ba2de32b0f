"""Mean of (f_i - p(x_i))^2 with the cubic p, hence |f - V c|^2 / 12 with the Vandermonde matrix V of the readings."""

import numpy as np

X = np.linspace(-1.0, 1.0, 12)
FLOW = 0.5 + 1.6 * X + 0.2 * np.cos(4.0 * X)
VANDERMONDE = np.vander(X, 4, increasing=True)


def objective(coefficient):
    return float(np.mean((FLOW - VANDERMONDE @ coefficient) ** 2))


def gradient(coefficient):
    return {"coefficient": -VANDERMONDE.T @ (FLOW - VANDERMONDE @ coefficient) / 6.0}
