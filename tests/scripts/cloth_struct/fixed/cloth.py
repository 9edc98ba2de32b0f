"""A square cloth that hangs from two corners in a gusty wind."""

import numpy as np
import warp as wp


@wp.struct
class ClothState:
    x: wp.array(dtype=wp.vec3)
    v: wp.array(dtype=wp.vec3)


@wp.struct
class ClothParams:
    width: int
    spacing: float
    stiffness: float
    drag: float
    dt: float


@wp.func
def spring(state: ClothState, i: int, j: int, rest: float, stiffness: float):
    d = state.x[j] - state.x[i]
    length = wp.length(d)
    return d * (stiffness * (length - rest) / length)


@wp.func
def neighbour(state: ClothState, p: ClothParams, r: int, c: int, dr: int, dc: int):
    rr = r + dr
    cc = c + dc
    force = wp.vec3(0.0, 0.0, 0.0)
    if rr >= 0 and rr < p.width and cc >= 0 and cc < p.width:
        rest = p.spacing * wp.sqrt(float(dr * dr + dc * dc))
        force = spring(state, r * p.width + c, rr * p.width + cc, rest, p.stiffness)
    return force


@wp.kernel
def advance(
    state: ClothState,
    p: ClothParams,
    wind: wp.array(dtype=wp.vec3),
    block: int,
    out: ClothState,
):
    i = wp.tid()
    r = i // p.width
    c = i % p.width
    f = neighbour(state, p, r, c, 1, 0) + neighbour(state, p, r, c, -1, 0)
    f += neighbour(state, p, r, c, 0, 1) + neighbour(state, p, r, c, 0, -1)
    f += neighbour(state, p, r, c, 1, 1) + neighbour(state, p, r, c, -1, -1)
    f += neighbour(state, p, r, c, 1, -1) + neighbour(state, p, r, c, -1, 1)
    flow = wind[block] - state.v[i]
    f += flow * (p.drag * wp.sqrt(wp.dot(flow, flow) + 0.01)) + wp.vec3(0.0, -0.5, 0.0)
    if r == 0 and (c == 0 or c == p.width - 1):
        out.x[i] = state.x[i]
        out.v[i] = wp.vec3(0.0, 0.0, 0.0)
    else:
        v = state.v[i] + f * p.dt
        out.v[i] = v
        out.x[i] = state.x[i] + v * p.dt


@wp.kernel
def match(state: ClothState, target: wp.array(dtype=wp.vec3), scale: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    d = state.x[i] - target[i]
    wp.atomic_add(loss, 0, scale * wp.dot(d, d))


def make_state(count: int) -> ClothState:
    state = ClothState()
    state.x = wp.zeros(count, dtype=wp.vec3, requires_grad=True)
    state.v = wp.zeros(count, dtype=wp.vec3, requires_grad=True)
    return state


class ClothSim:
    def __init__(self, width: int, steps: int, blocks: int):
        self.width = width
        self.steps = steps
        self.blocks = blocks
        self.params = ClothParams()
        self.params.width = width
        self.params.spacing = 0.1
        self.params.stiffness = 120.0
        self.params.drag = 0.5
        self.params.dt = 0.02
        self.buffers = [make_state(width * width) for _ in range(steps + 1)]
        self.loss = wp.zeros(1, dtype=float, requires_grad=True)

    def rest_points(self) -> np.ndarray:
        r, c = np.divmod(np.arange(self.width**2), self.width)
        points = np.stack([c * 0.1, -0.1 * r, 0.01 * np.sin(r)], axis=1)
        return points.astype(np.float32)

    def simulate(self, wind: wp.array) -> ClothState:
        src = self.buffers[0]
        for step in range(self.steps):
            dst = self.buffers[(step + 1) % len(self.buffers)]
            block = step * self.blocks // self.steps
            wp.launch(advance, dim=self.width**2, inputs=[src, self.params, wind, block], outputs=[dst])
            src = dst
        return src

    def reset(self) -> None:
        self.buffers[0].x.assign(self.rest_points())
        self.buffers[0].v.zero_()
        self.loss.zero_()

    def evaluate(self, final: ClothState, target: wp.array) -> wp.array:
        scale = 1.0 / self.width**2
        wp.launch(match, dim=self.width**2, inputs=[final, target, scale], outputs=[self.loss])
        return self.loss
