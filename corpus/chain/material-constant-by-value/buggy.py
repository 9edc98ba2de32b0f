"""Refractive indices of three glasses for six lenses, which should have the powers ordered and reflect little."""

import numpy as np
import warp as wp

GLASS = np.array([0, 1, 2, 1, 0, 2], dtype=np.int32)


@wp.kernel
def add_power_error(
    index: wp.array(dtype=float),
    glass: wp.array(dtype=int),
    bend: wp.array(dtype=float),
    ordered: wp.array(dtype=float),
    loss: wp.array(dtype=float),
):
    lens = wp.tid()
    error = ordered[lens] - (index[glass[lens]] - 1.0) * bend[lens]
    wp.atomic_add(loss, 0, error * error)


@wp.kernel
def add_glare(index: wp.vec3, glass: wp.array(dtype=int), loss: wp.array(dtype=float)):
    lens = wp.tid()
    n = index[glass[lens]]
    wp.atomic_add(loss, 0, 1.5 * (n - 1.0) * (n - 1.0) / ((n + 1.0) * (n + 1.0)))


def inputs(device=None):
    index = np.array([1.45, 1.6, 1.85], dtype=np.float32)
    return {"index": wp.array(index, dtype=float, requires_grad=True, device=device)}


def forward(index):
    glass = wp.array(GLASS, dtype=int)
    bend = wp.array(np.array([1.1, 0.7, 0.6, 0.9, 1.4, 0.5], dtype=np.float32), dtype=float)
    ordered = wp.array(np.array([0.6, 0.3, 0.4, 0.7, 0.8, 0.6], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    indices = index.numpy()
    if indices.min() < 1.0:
        raise ValueError("there is no such glass")
    wp.launch(add_power_error, dim=6, inputs=[index, glass, bend, ordered], outputs=[loss])
    wp.launch(add_glare, dim=6, inputs=[wp.vec3(*indices.tolist()), glass], outputs=[loss])
    return loss


def gradient(index):
    tape = wp.Tape()
    with tape:
        loss = forward(index)
    tape.backward(loss)
    return {"index": index.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
