"""Aim five water jets at a ring: speed and elevation give the velocity after the nozzle, and with it the reach."""

import numpy as np
import warp as wp


@wp.kernel
def leave_nozzle(speed: wp.array(dtype=float), elevation: wp.array(dtype=float), velocity: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    up = speed[i] * wp.sin(elevation[i])
    v = wp.vec3()
    v[0] = speed[i] * wp.cos(elevation[i])
    v[1] = 0.1 * speed[i]
    v[2] = up
    v[2] += -0.15 * up * up
    velocity[i] = v


@wp.kernel
def add_miss(velocity: wp.array(dtype=wp.vec3), ring: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    v = velocity[i]
    miss = ring - 2.0 * v[2] * wp.sqrt(v[0] * v[0] + v[1] * v[1])
    wp.atomic_add(loss, 0, 0.1 * miss * miss)


def inputs(device=None):
    speed = np.array([1.1, 1.4, 1.6, 1.9, 2.3], dtype=np.float32)
    elevation = np.array([0.9, 0.8, 0.5, 0.6, 0.4], dtype=np.float32)
    return {
        "speed": wp.array(speed, dtype=float, requires_grad=True, device=device),
        "elevation": wp.array(elevation, dtype=float, requires_grad=True, device=device),
    }


def forward(speed, elevation):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    velocity = wp.zeros(5, dtype=wp.vec3, requires_grad=True)
    wp.launch(leave_nozzle, dim=5, inputs=[speed, elevation], outputs=[velocity])
    wp.launch(add_miss, dim=5, inputs=[velocity, 1.9], outputs=[loss])
    return loss


def gradient(speed, elevation):
    tape = wp.Tape()
    with tape:
        loss = forward(speed, elevation)
    tape.backward(loss)
    return {"speed": speed.grad.numpy(), "elevation": elevation.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
