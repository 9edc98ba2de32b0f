"""State of the body at one time step."""

from __future__ import annotations

from dataclasses import dataclass

import warp as wp


@dataclass
class State:
    x: wp.array
    v: wp.array
    f: wp.array

    def assign(self, points, velocities) -> None:
        self.x.assign(points)
        self.v.assign(velocities)


def _vectors(count: int) -> wp.array:
    return wp.zeros(count, dtype=wp.vec3, requires_grad=True)


def allocate_states(count: int, steps: int) -> list[State]:
    """One state per time step, so that the whole trajectory is kept for the backward pass."""
    f = _vectors(count)
    return [State(x=_vectors(count), v=_vectors(count), f=f) for _ in range(steps + 1)]
