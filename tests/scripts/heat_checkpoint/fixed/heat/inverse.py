"""Conductivity from a temperature picture, with a short tape per segment instead of a long one."""

import numpy as np
import warp as wp

from .kernels import conduct, measure


class HeatInverse:
    def __init__(self, n: int, steps: int, segment: int, dt: float = 0.15):
        if steps % segment:
            raise ValueError("the number of steps is a multiple of the segment")
        self.n, self.segment, self.dt = n, segment, dt
        i, j = np.mgrid[0:n, 0:n] / n
        self.source = wp.array(
            (0.02 * np.exp(-((i - 0.5) ** 2 + (j - 0.5) ** 2) / 0.1)).astype(np.float32), dtype=float
        )
        self.initial = (1.0 + np.sin(3.0 * i) * np.cos(4.0 * j)).astype(np.float32)
        self.saved = [self._field(False) for _ in range(steps // segment)]
        self.work = [self._field(True) for _ in range(segment + 1)]
        self.adjoint = self._field(False)
        self.loss = wp.zeros(1, dtype=float, requires_grad=True)

    def _field(self, grad: bool) -> wp.array:
        return wp.zeros((self.n, self.n), dtype=float, requires_grad=grad)

    def _run(self, log_k: wp.array) -> None:
        for now, after in zip(self.work[:-1], self.work[1:], strict=True):
            inputs = [now, log_k, self.source, self.dt]
            wp.launch(conduct, dim=now.shape, inputs=inputs, outputs=[after])

    def forward(self, log_k: wp.array) -> wp.array:
        """The whole history without a tape; keeps the first state of every segment."""
        self.work[0].assign(self.initial)
        for k, slot in enumerate(self.saved):
            if k:
                wp.copy(self.work[0], self.work[-1])
            wp.copy(slot, self.work[0])
            self._run(log_k)
        return self.work[-1]

    def gradient(self, log_k: wp.array, seen: wp.array) -> float:
        """Leave the gradient of the misfit in ``log_k.grad``."""
        log_k.grad.zero_()
        self.loss.zero_()
        self.forward(log_k)
        last = len(self.saved) - 1
        for k in reversed(range(len(self.saved))):
            for field in self.work:
                field.grad.zero_()
            wp.copy(self.work[0], self.saved[k])
            with wp.Tape() as tape:
                self._run(log_k)
                if k == last:
                    inputs = [self.work[-1], seen, 1.0 / self.n**2]
                    wp.launch(measure, dim=(self.n, self.n), inputs=inputs, outputs=[self.loss])
            if k == last:
                tape.backward(self.loss)
            else:
                tape.backward(grads={self.work[-1]: self.adjoint})
            wp.copy(self.adjoint, self.work[0].grad)
        return float(self.loss.numpy()[0])
