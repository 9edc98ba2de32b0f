"""0.05 sum log cosh(r / 0.1) with the residuals r = y - a - b x; its slope by r is tanh(r / 0.1) / 2."""

import numpy as np

X = np.linspace(-1.0, 1.0, 20)
READING = 0.4 + 0.9 * X + 0.1 * np.sin(17.0 * X)
READING[13] = 9.8
A = np.stack([np.ones(20), X], axis=1)


def objective(line):
    scaled = (READING - A @ line) / 0.1
    return float(0.05 * np.sum(np.logaddexp(scaled, -scaled) - np.log(2.0)))


def gradient(line):
    return {"line": -0.5 * A.T @ np.tanh((READING - A @ line) / 0.1)}
