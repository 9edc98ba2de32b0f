"""Cubic B-spline paths: a dense path from a few control points."""

import numpy as np
import warp as wp


def basis_matrix(controls: int, samples: int) -> np.ndarray:
    """Weights of every control point in every sample of a uniform cubic B-spline, clamped at its ends."""
    t = np.linspace(0.0, controls - 1.0, samples)
    matrix = np.zeros((samples, controls))
    for row, s in enumerate(t):
        k = min(int(s), controls - 2)
        u = s - k
        w = np.array([(1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3]) / 6.0
        for weight, index in zip(w, range(k - 1, k + 3), strict=True):
            matrix[row, min(max(index, 0), controls - 1)] += weight
    return matrix.astype(np.float32)


class Spline:
    def __init__(self, controls: int, samples: int):
        self.samples = samples
        self.basis = basis_matrix(controls, samples)

    def __call__(self, points: wp.array) -> wp.array:
        return wp.array(self.basis @ points.numpy(), dtype=wp.vec3, requires_grad=True)
