"""Dent a drumhead of four by five nodes so that, released, it passes a wanted shape after six short time steps."""

import numpy as np
import warp as wp


@wp.kernel
def tension(dent: wp.array2d(dtype=float), force: wp.array2d(dtype=float)):
    i, j = wp.tid()
    pull = -4.0 * dent[i, j]
    if i > 0:
        pull += dent[i - 1, j]
    if i < 3:
        pull += dent[i + 1, j]
    if j > 0:
        pull += dent[i, j - 1]
    if j < 4:
        pull += dent[i, j + 1]
    force[i, j] = pull


@wp.kernel
def move(
    dent: wp.array2d(dtype=float),
    speed: wp.array2d(dtype=float),
    force: wp.array2d(dtype=float),
    later_dent: wp.array2d(dtype=float),
    later_speed: wp.array2d(dtype=float),
):
    i, j = wp.tid()
    v = 0.95 * speed[i, j] + 0.3 * force[i, j]
    later_speed[i, j] = v
    later_dent[i, j] = 0.3 * v + dent[i, j]


@wp.kernel
def compare(dent: wp.array2d(dtype=float), loss: wp.array(dtype=float)):
    i, j = wp.tid()
    error = 0.1 * float(i) - 0.08 * float(j) - dent[i, j]
    wp.atomic_add(loss, 0, 0.5 * error * error)


def inputs(device=None):
    rows, columns = np.meshgrid(np.arange(4), np.arange(5), indexing="ij")
    dent = 0.4 * np.sin(0.9 * rows + 0.5) * np.cos(0.7 * columns - 0.2)
    return {"dent": wp.array(dent.astype(np.float32), dtype=float, requires_grad=True, device=device)}


def forward(dent, steps=6):
    speed = wp.zeros_like(dent)
    force = wp.zeros_like(dent)
    for _ in range(steps):
        later_dent = wp.zeros_like(dent)
        later_speed = wp.zeros_like(dent)
        wp.launch(tension, dim=(4, 5), inputs=[dent], outputs=[force])
        wp.launch(move, dim=(4, 5), inputs=[dent, speed, force], outputs=[later_dent, later_speed])
        dent, speed = later_dent, later_speed
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(compare, dim=(4, 5), inputs=[dent], outputs=[loss])
    return loss


def gradient(dent, steps=6):
    tape = wp.Tape()
    with tape:
        loss = forward(dent, steps)
    tape.backward(loss)
    return {"dent": dent.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
