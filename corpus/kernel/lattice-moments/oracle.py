"""sum over cells |w - u|^2 with u = D'f / (0.5 + 1'f); D holds the nineteen directions as rows."""

import itertools

import numpy as np

D = np.array([site for site in itertools.product((-1.0, 0.0, 1.0), repeat=3) if np.abs(site).sum() < 3])
WANTED = np.array([[0.3, 0.0, -0.1], [0.1, 0.2, 0.0], [0.0, -0.2, 0.3]])


def objective(population):
    velocity = population @ D / (0.5 + population.sum(axis=1, keepdims=True))
    return float(np.sum((WANTED - velocity) ** 2))


def gradient(population):
    total = 0.5 + population.sum(axis=1, keepdims=True)
    velocity = population @ D / total
    push = -2.0 * (WANTED - velocity) / total
    return {"population": push @ D.T - np.sum(push * velocity, axis=1, keepdims=True)}
