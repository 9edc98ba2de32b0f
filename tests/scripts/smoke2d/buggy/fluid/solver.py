import numpy as np
import warp as wp

from .kernels import advect, curl, diffuse, misfit


class SmokeSolver:
    """Smoke carried by a stream function's velocity, which carries and diffuses itself."""

    def __init__(self, n: int, steps: int, dt: float = 1.0):
        self.n = n
        self.steps = steps
        self.dt = dt
        make = self._field
        self.u = [make() for _ in range(2 * steps + 1)]
        self.w = [make() for _ in range(2 * steps + 1)]
        self.density = [make() for _ in range(steps + 1)]
        self.loss = wp.zeros(1, dtype=float, requires_grad=True)

    def _field(self) -> wp.array:
        return wp.zeros((self.n, self.n), dtype=float, requires_grad=True)

    def _launch(self, kernel, inputs, outputs) -> None:
        wp.launch(kernel, dim=(self.n, self.n), inputs=inputs, outputs=outputs)

    def ignite(self) -> None:
        i, j = np.mgrid[0 : self.n, 0 : self.n] / self.n
        blob = np.exp(-((i - 0.4) ** 2 + (j - 0.35) ** 2) / 0.02) + 0.6 * np.exp(
            -((i - 0.7) ** 2 + (j - 0.7) ** 2) / 0.01
        )
        self.density[0].assign(blob.astype(np.float32))
        self.loss.zero_()

    def run(self, psi: wp.array) -> wp.array:
        self._launch(curl, [psi], [self.u[0], self.w[0]])
        for k in range(self.steps):
            u, w = self.u[2 * k], self.w[2 * k]
            self._launch(advect, [self.density[k], u, w, self.dt, 0.995], [self.density[k + 1]])
            self._launch(advect, [u, u, w, self.dt, 1.0], [self.u[2 * k + 1]])
            self._launch(advect, [w, u, w, self.dt, 1.0], [self.w[2 * k + 1]])
            self._launch(diffuse, [self.u[2 * k + 1], 0.05], [self.u[2 * k + 2]])
            self._launch(diffuse, [self.w[2 * k + 1], 0.05], [self.w[2 * k + 2]])
        return self.density[-1]

    def compare(self, density: wp.array, target: wp.array) -> wp.array:
        self._launch(misfit, [density, target, 1.0 / self.n**2], [self.loss])
        return self.loss
