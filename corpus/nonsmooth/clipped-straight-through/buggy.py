"""Etch the eight pixels of a phase mask, each to one of eight depths, so that eleven directions are lit as wanted."""

import numpy as np
import warp as wp

SLOPES = np.linspace(-0.9, 0.9, 11)
COSINES = np.cos(np.outer(SLOPES, np.arange(8)) * 2.0).astype(np.float32)
WANTED = np.array([0.1, 0.0, 0.3, 0.5, 0.9, 1.2, 0.9, 0.5, 0.3, 0.0, 0.1], dtype=np.float32)


@wp.func
def etched(depth: float):
    return wp.round(7.0 * wp.clamp(depth, 0.0, 1.0)) / 7.0


@wp.kernel
def diffract(depth: wp.array(dtype=float), cosines: wp.array2d(dtype=float), light: wp.array(dtype=float)):
    direction, pixel = wp.tid()
    wp.atomic_add(light, direction, 0.25 * cosines[direction, pixel] * wp.sin(1.5 * etched(depth[pixel])))


@wp.kernel
def compare(wanted: wp.array(dtype=float), light: wp.array(dtype=float), loss: wp.array(dtype=float)):
    direction = wp.tid()
    error = wanted[direction] - light[direction]
    wp.atomic_add(loss, 0, 0.3 * error * error)


def inputs(device=None):
    depth = np.array([0.55, 1.2, 0.31, 0.8, -0.15, 0.47, 0.1, 1.35], dtype=np.float32)
    return {"depth": wp.array(depth, dtype=float, requires_grad=True, device=device)}


def forward(depth):
    light = wp.zeros(11, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(diffract, dim=(11, 8), inputs=[depth, wp.array(COSINES, dtype=float)], outputs=[light])
    wp.launch(compare, dim=11, inputs=[wp.array(WANTED, dtype=float), light], outputs=[loss])
    return loss


def gradient(depth):
    tape = wp.Tape()
    with tape:
        loss = forward(depth)
    tape.backward(loss)
    return {"depth": depth.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
