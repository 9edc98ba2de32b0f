"""Identify the damping of a car's suspension from the spring travel of two wheels after seven time steps."""

import numpy as np
import warp as wp


@wp.kernel
def rebound(wheel: wp.array(dtype=wp.vec2), damping: wp.array(dtype=float), dt: float, later: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    travel = wheel[i][0]
    speed = wheel[i][1]
    faster = speed - dt * (2.0 * travel + damping[0] * speed)
    later[i] = wp.vec2(travel + dt * faster, faster)


@wp.kernel
def add_misfit(wheel: wp.array(dtype=wp.vec2), measured: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = measured[i] - wheel[i][0]
    wp.atomic_add(loss, 0, misfit * misfit)


def inputs(device=None):
    return {"damping": wp.array(np.array([0.3], dtype=np.float32), dtype=float, requires_grad=True, device=device)}


def forward(damping):
    start = np.array([[1.0, 0.2], [0.6, -1.5]], dtype=np.float32)
    measured = wp.array(np.array([0.3, 0.5], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wheel = wp.array(start, dtype=wp.vec2, requires_grad=True)
    for _ in range(7):
        later = wp.zeros_like(wheel)
        wp.launch(rebound, dim=2, inputs=[wheel, damping, 0.2], outputs=[later])
        wheel = later
    wp.launch(add_misfit, dim=2, inputs=[wheel, measured], outputs=[loss])
    return loss


def gradient(damping):
    tape = wp.Tape()
    with tape:
        loss = forward(damping)
    tape.backward(loss)
    return {"damping": damping.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
