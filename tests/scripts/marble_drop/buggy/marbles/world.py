import numpy as np
import warp as wp

from .contact import Table, fall, landing


class World:
    """Marbles that are dropped or thrown on a table with friction."""

    def __init__(self, rows: int, steps: int, dt: float = 0.005):
        i, j = np.divmod(np.arange(rows * rows), rows)
        self.start = np.stack([0.2 * i, 0.12 + 0.02 * ((i + j) % 3), 0.2 * j], axis=1).astype(np.float32)
        self.count, self.steps, self.dt = rows * rows, steps, dt
        self.table = Table()
        self.table.stiffness, self.table.damping = 2000.0, 20.0
        self.table.radius, self.table.smoothing = 0.05, 0.05
        self.x = [wp.array(self.start, dtype=wp.vec3, requires_grad=True) for _ in range(steps + 1)]
        self.v = [wp.zeros(self.count, dtype=wp.vec3, requires_grad=True) for _ in range(steps)]
        self.loss = wp.zeros(1, dtype=float, requires_grad=True)

    def play(self, v0: wp.array, mu: wp.array) -> wp.array:
        velocities = [v0, *self.v]
        for k in range(self.steps):
            wp.launch(
                fall,
                dim=self.count,
                inputs=[self.x[k], velocities[k], mu, self.table, self.dt],
                outputs=[self.x[k + 1], velocities[k + 1]],
            )
        return self.x[-1]

    def score(self, x: wp.array, goal: wp.array) -> None:
        self.loss.zero_()
        wp.launch(landing, dim=self.count, inputs=[x, goal, 1.0 / self.count], outputs=[self.loss])
