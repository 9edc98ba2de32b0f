"""Charges of seven grains that repel their neighbours, so that six steps shift each from its slot as wanted."""

import numpy as np
import warp as wp


@wp.kernel
def add_forces(shift: wp.array(dtype=float), charge: wp.array(dtype=float), force: wp.array(dtype=float)):
    i = wp.tid()
    gap = 1.0 + shift[i + 1] - shift[i]
    push = charge[i] * charge[i + 1] / (gap * gap)
    wp.atomic_add(force, i, -push)
    wp.atomic_add(force, i + 1, push)


@wp.kernel
def move(shift: wp.array(dtype=float), force: wp.array(dtype=float), moved: wp.array(dtype=float)):
    i = wp.tid()
    f = force[i]
    moved[i] = shift[i] + 0.2 * f / wp.sqrt(1.0 + f * f)


@wp.kernel
def compare(shift: wp.array(dtype=float), stretch: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = stretch * float(i - 3) - shift[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    charge = np.array([0.8, 1.1, 0.6, 0.9, 1.2, 0.7, 1.0], dtype=np.float32)
    return {"charge": wp.array(charge, dtype=float, requires_grad=True, device=device)}


def forward(charge):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    shift = wp.zeros(7, dtype=float, requires_grad=True)
    for _ in range(6):
        force = wp.empty_like(shift)
        force.zero_()
        wp.launch(add_forces, dim=6, inputs=[shift, charge], outputs=[force])
        moved = wp.zeros_like(shift)
        wp.launch(move, dim=7, inputs=[shift, force], outputs=[moved])
        shift = moved
    wp.launch(compare, dim=7, inputs=[shift, 0.2], outputs=[loss])
    return loss


def gradient(charge):
    tape = wp.Tape()
    with tape:
        loss = forward(charge)
    tape.backward(loss)
    return {"charge": charge.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
