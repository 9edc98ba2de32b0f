"""Glide of four paper planes over six steps: the air slows a plane with the cube of its speed through it."""

import numpy as np
import warp as wp


@wp.kernel
def feel_wind(velocity: wp.array(dtype=wp.vec3), gust: float, relative: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    relative[i] = wp.vec3(gust, 0.5 * gust, 0.2) - velocity[i]


@wp.kernel
def fly(velocity: wp.array(dtype=wp.vec3), relative: wp.array(dtype=wp.vec3), later: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    air = relative[i]
    later[i] = velocity[i] + 0.1 * wp.dot(air, air) * air


@wp.kernel
def add_miss(velocity: wp.array(dtype=wp.vec3), loss: wp.array(dtype=float)):
    i = wp.tid()
    miss = wp.vec3(0.5, 0.0, 0.1) - velocity[i]
    wp.atomic_add(loss, 0, 0.25 * wp.dot(miss, miss))


def inputs(device=None):
    toss = np.array([[1.5, 0.2, 0.4], [0.9, -0.6, 0.8], [1.2, 0.9, 0.1], [0.4, 1.1, 0.6]], dtype=np.float32)
    return {"toss": wp.array(toss, dtype=wp.vec3, requires_grad=True, device=device)}


def forward(toss):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    velocity = toss
    for k in range(6):
        gust = 0.3 - 0.1 * k
        relative = wp.zeros(4, dtype=wp.vec3, requires_grad=True)
        wp.launch(feel_wind, dim=4, inputs=[velocity, gust], outputs=[relative])
        later = wp.zeros_like(velocity)
        wp.launch(fly, dim=4, inputs=[velocity, relative], outputs=[later])
        velocity = later
    wp.launch(add_miss, dim=4, inputs=[velocity], outputs=[loss])
    return loss


def gradient(toss):
    tape = wp.Tape()
    with tape:
        loss = forward(toss)
    tape.backward(loss)
    return {"toss": toss.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
