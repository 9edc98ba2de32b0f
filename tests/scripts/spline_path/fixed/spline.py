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


@wp.kernel
def interpolate(
    basis: wp.array2d(dtype=float),
    points: wp.array(dtype=wp.vec3),
    path: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    p = wp.vec3(0.0, 0.0, 0.0)
    for k in range(basis.shape[1]):
        p += basis[i, k] * points[k]
    path[i] = p


class Spline:
    def __init__(self, controls: int, samples: int):
        self.samples = samples
        self.basis = basis_matrix(controls, samples)
        self.device_basis = wp.array(self.basis, dtype=float)

    def __call__(self, points: wp.array) -> wp.array:
        path = wp.zeros(self.samples, dtype=wp.vec3, requires_grad=True)
        wp.launch(interpolate, dim=self.samples, inputs=[self.device_basis, points], outputs=[path])
        return path
