"""Gradient descent with clipping by the global norm."""

import numpy as np
import warp as wp


@wp.kernel
def axpy(p: wp.array(dtype=float), g: wp.array(dtype=float), factor: float):
    i = wp.tid()
    p[i] = p[i] + factor * g[i]


class ClippedSGD:
    def __init__(self, params: list[wp.array], rate: float, limit: float):
        self.params = params
        self.rate = rate
        self.limit = limit
        self.grads: list[wp.array] | None = None

    def collect(self) -> float:
        """Gather the gradients into buffers of our own, and return the factor that clips them."""
        if self.grads is None:
            self.grads = [wp.empty_like(p.grad) for p in self.params]
        for mine, p in zip(self.grads, self.params, strict=True):
            wp.copy(mine, p.grad)
        norm = float(np.sqrt(sum(float((g.numpy() ** 2).sum()) for g in self.grads)))
        return min(1.0, self.limit / (norm + 1e-12))

    def apply(self, factor: float) -> None:
        for p, g in zip(self.params, self.grads, strict=True):
            wp.launch(axpy, dim=p.size, inputs=[p.flatten(), g.flatten(), -self.rate * factor])

    def step(self) -> None:
        self.apply(self.collect())
