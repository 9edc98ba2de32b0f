"""Fertilities of five insect populations from their sizes after so many generations; large ones starve."""

import numpy as np
import warp as wp


@wp.kernel
def breed(size: wp.array(dtype=wp.float64), fertility: wp.array(dtype=wp.float64), later: wp.array(dtype=wp.float64)):
    i = wp.tid()
    one = wp.float64(1.0)
    later[i] = size[i] * wp.exp(fertility[i] * (one - size[i]))


@wp.kernel
def compare(size: wp.array(dtype=wp.float64), loss: wp.array(dtype=wp.float64)):
    i = wp.tid()
    error = wp.float64(0.75) - size[i]
    wp.atomic_add(loss, 0, wp.float64(0.125) * error * error)


def inputs(device=None):
    fertility = np.array([2.8125, 3.0, 2.9375, 3.0625, 2.875]).astype(np.float64)
    return {"fertility": wp.array(fertility, dtype=wp.float64, requires_grad=True, device=device)}


def forward(fertility, steps=32):
    size = wp.full(5, value=0.25, dtype=wp.float64, requires_grad=True)
    for _ in range(steps):
        later = wp.zeros_like(size)
        wp.launch(breed, dim=5, inputs=[size, fertility], outputs=[later])
        size = later
    loss = wp.zeros(1, dtype=wp.float64, requires_grad=True)
    wp.launch(compare, dim=5, inputs=[size], outputs=[loss])
    return loss


def gradient(fertility, steps=32):
    tape = wp.Tape()
    with tape:
        loss = forward(fertility, steps)
    tape.backward(loss)
    return {"fertility": fertility.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
