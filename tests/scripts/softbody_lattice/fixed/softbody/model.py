from __future__ import annotations

import numpy as np
import warp as wp

from .kernels import integrate, shape_loss, spring_forces
from .lattice import Lattice
from .state import State, allocate_states


class SoftBody:
    """A lattice of springs whose stiffness is to be found."""

    def __init__(self, lattice: Lattice, steps: int, dt: float = 0.01, damping: float = 0.4):
        self.count = len(lattice.points)
        self.lattice = lattice
        self.steps = steps
        self.dt = dt
        self.damping = damping
        self.gravity = wp.vec3(0.0, -9.81, 0.0)
        self.pairs = wp.array(lattice.pairs, dtype=wp.vec2i)
        self.rest = wp.array(lattice.rest, dtype=float)
        self.inv_mass = wp.array(lattice.inv_mass, dtype=float)
        self.states = allocate_states(self.count, steps)
        self.loss = wp.zeros(1, dtype=float, requires_grad=True)

    def reset(self) -> None:
        spin = np.zeros_like(self.lattice.points)
        free = self.lattice.inv_mass > 0
        spin[free, 0] = 0.8 * self.lattice.points[free, 2]
        spin[free, 2] = -0.8 * self.lattice.points[free, 0]
        self.states[0].assign(self.lattice.points, spin)
        self.loss.zero_()

    def step(self, now: State, after: State, log_stiffness: wp.array) -> None:
        now.f.zero_()
        wp.launch(
            spring_forces,
            dim=len(self.lattice.pairs),
            inputs=[now.x, now.v, self.pairs, self.rest, log_stiffness, self.damping],
            outputs=[now.f],
        )
        wp.launch(
            integrate,
            dim=self.count,
            inputs=[now.x, now.v, now.f, self.inv_mass, self.gravity, self.dt],
            outputs=[after.x, after.v],
        )

    def rollout(self, log_stiffness: wp.array) -> State:
        for k in range(self.steps):
            self.step(self.states[k], self.states[k + 1], log_stiffness)
        return self.states[-1]

    def compare(self, state: State, target: wp.array) -> wp.array:
        wp.launch(shape_loss, dim=self.count, inputs=[state.x, target, 1.0 / self.count], outputs=[self.loss])
        return self.loss
