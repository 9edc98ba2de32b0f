"""Slip of eight tyres in a bend: grip, less the heat that slip costs, should come out as the driver asks for."""

import numpy as np
import warp as wp

wp.set_module_options({"enable_backward": False})


@wp.func
def grip(slip: float):
    return wp.sin(1.5 * wp.atan(2.0 * slip))


@wp.kernel(enable_backward=True)
def corner(slip: wp.array(dtype=float), force: wp.array(dtype=float)):
    i = wp.tid()
    force[i] = grip(slip[i]) - 0.2 * slip[i] * slip[i]


@wp.kernel(enable_backward=True)
def add_misfit(force: wp.array(dtype=float), asked: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = asked[i] - force[i]
    wp.atomic_add(loss, 0, 0.2 * misfit * misfit)


def inputs(device=None):
    slip = np.array([0.15, 0.3, 0.5, 0.2, 0.7, 0.45, 0.9, 0.25], dtype=np.float32)
    return {"slip": wp.array(slip, dtype=float, requires_grad=True, device=device)}


def forward(slip):
    asked = wp.array(np.linspace(0.5, 0.95, 8, dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    force = wp.zeros_like(slip)
    wp.launch(corner, dim=8, inputs=[slip], outputs=[force])
    wp.launch(add_misfit, dim=8, inputs=[force, asked], outputs=[loss])
    return loss


def gradient(slip):
    tape = wp.Tape()
    with tape:
        loss = forward(slip)
    tape.backward(loss)
    return {"slip": slip.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
