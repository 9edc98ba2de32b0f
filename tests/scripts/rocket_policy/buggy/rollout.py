from collections.abc import Iterator

import numpy as np
import warp as wp
from dynamics import fly, touchdown


class Fleet:
    """A batch of rockets that start from random places and share one policy."""

    def __init__(self, size: int, dt: float, seed: int = 1):
        rng = np.random.default_rng(seed)
        self.size = size
        self.dt = dt
        self.q0 = rng.normal([0.0, 8.0, 0.0], [2.0, 1.0, 0.15], size=(size, 3)).astype(np.float32)
        self.v0 = rng.normal([0.0, -1.0, 0.0], [0.4, 0.3, 0.05], size=(size, 3)).astype(np.float32)
        self.cost = wp.zeros(1, dtype=float, requires_grad=True)

    def start(self) -> tuple[wp.array, wp.array]:
        self.cost.zero_()
        make = lambda a: wp.array(a, dtype=wp.vec3, requires_grad=True)  # noqa: E731
        return make(self.q0), make(self.v0)

    def window(self, weights: wp.array, q: wp.array, v: wp.array, length: int) -> tuple[wp.array, wp.array]:
        for _ in range(length):
            q_out, v_out = wp.zeros_like(q), wp.zeros_like(v)
            wp.launch(
                fly,
                dim=self.size,
                inputs=[weights, q, v, self.dt, 0.002 / self.size],
                outputs=[q_out, v_out, self.cost],
            )
            q, v = q_out, v_out
        return q, v

    def land(self, q: wp.array, v: wp.array) -> None:
        wp.launch(touchdown, dim=self.size, inputs=[q, v, 1.0 / self.size], outputs=[self.cost])


def windows(steps: int, length: int) -> Iterator[tuple[int, bool]]:
    """Lengths of the windows that make up ``steps``, each with whether it is the last."""
    done = 0
    while done < steps:
        size = min(length, steps - done)
        done += size
        yield size, done == steps
