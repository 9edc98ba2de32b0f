"""Sound speeds of seven layers of ground, from the arrivals of one shot at geophones at the foot of each."""

import numpy as np
import warp as wp

THICKNESS = np.array([0.3, 0.5, 0.4, 0.6, 0.2, 0.5, 0.7], dtype=np.float64)
PICKED = np.array([0.4, 0.6, 1.1, 1.4, 1.3, 1.9, 2.1], dtype=np.float64)


@wp.kernel
def shoot(
    thickness: wp.array(dtype=wp.float64), speed: wp.array(dtype=wp.float64), arrival: wp.array(dtype=wp.float64)
):
    geophone = wp.tid()
    way = wp.float64(0.0)
    for layer in range(geophone + 1):
        way += thickness[layer] / speed[layer]
    arrival[geophone] = way


@wp.kernel
def add_residual(
    arrival: wp.array(dtype=wp.float64), picked: wp.array(dtype=wp.float64), loss: wp.array(dtype=wp.float64)
):
    geophone = wp.tid()
    residual = picked[geophone] - arrival[geophone]
    wp.atomic_add(loss, 0, residual * residual)


def inputs(device=None):
    speed = np.array([1.1, 1.3, 1.2, 1.6, 1.9, 1.7, 2.2])
    return {"speed": wp.array(speed, dtype=wp.float64, requires_grad=True, device=device)}


def forward(speed):
    thickness = wp.array(THICKNESS, dtype=wp.float64)
    picked = wp.array(PICKED, dtype=wp.float64)
    arrival = wp.zeros(7, dtype=wp.float64, requires_grad=True, retain_grad=True)
    loss = wp.zeros(1, dtype=wp.float64, requires_grad=True)
    wp.launch(shoot, dim=7, inputs=[thickness, speed], outputs=[arrival])
    with wp.ScopedTimer("shoot", print=False):
        wp.launch(shoot, dim=7, inputs=[thickness, speed], outputs=[arrival])
        wp.synchronize()
    wp.launch(add_residual, dim=7, inputs=[arrival, picked], outputs=[loss])
    return loss


def gradient(speed):
    tape = wp.Tape()
    with tape:
        loss = forward(speed)
    tape.backward(loss)
    return {"speed": speed.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
