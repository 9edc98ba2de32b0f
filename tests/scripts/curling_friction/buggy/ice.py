"""Curling stones on ice whose friction varies along the sheet."""

import numpy as np
import warp as wp

SOFT = wp.constant(0.04)


@wp.func
def friction(v: float, mu: float):
    return mu * v / wp.sqrt(v * v + SOFT)


@wp.func_grad(friction)
def friction_adjoint(v: float, mu: float, adj_ret: float):
    s = wp.sqrt(v * v + SOFT)
    wp.adjoint[v] = adj_ret * mu * SOFT / (s * s * s)
    wp.adjoint[mu] = adj_ret * v / s


@wp.func
def lookup(log_mu: wp.array(dtype=float), x: float, length: float):
    cells = log_mu.shape[0]
    s = wp.clamp(x / length, 0.0, 0.999) * float(cells - 1)
    k = int(wp.floor(s))
    u = s - float(k)
    return wp.exp(log_mu[k] * (1.0 - u) + log_mu[k + 1] * u)


@wp.kernel
def slide(
    x: wp.array(dtype=float),
    v: wp.array(dtype=float),
    log_mu: wp.array(dtype=float),
    length: float,
    dt: float,
    x_out: wp.array(dtype=float),
    v_out: wp.array(dtype=float),
):
    i = wp.tid()
    speed = v[i]
    mu = lookup(log_mu, x[i], length)
    slowed = speed - 9.81 * dt * friction(speed, mu)
    v_out[i] = slowed
    x_out[i] = x[i] + dt * slowed


@wp.kernel
def stop_error(x: wp.array(dtype=float), stops: wp.array(dtype=float), scale: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    d = x[i] - stops[i]
    wp.atomic_add(loss, 0, scale * d * d)


class Sheet:
    length = 30.0

    def __init__(self, speeds: np.ndarray, steps: int, dt: float):
        self.n = len(speeds)
        self.steps = steps
        self.dt = dt

        def track():
            return [wp.zeros(self.n, dtype=float, requires_grad=True) for _ in range(steps + 1)]

        self.x, self.v = track(), track()
        self.v[0].assign(speeds)
        self.loss = wp.zeros(1, dtype=float, requires_grad=True)

    def throw(self, log_mu: wp.array) -> wp.array:
        for k in range(self.steps):
            wp.launch(
                slide,
                dim=self.n,
                inputs=[self.x[k], self.v[k], log_mu, self.length, self.dt],
                outputs=[self.x[k + 1], self.v[k + 1]],
            )
        return self.x[-1]

    def error(self, x: wp.array, stops: wp.array) -> wp.array:
        self.loss.zero_()
        wp.launch(stop_error, dim=self.n, inputs=[x, stops, 1.0 / self.n], outputs=[self.loss])
        return self.loss
