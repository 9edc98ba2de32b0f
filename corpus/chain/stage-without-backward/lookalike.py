"""Ballast of five buoys that bob on a wave, so that each rides at a wanted height after six strokes of the clock."""

import numpy as np
import warp as wp

WANTED = np.array([0.6, 0.4, 0.5, 0.2, 0.3], dtype=np.float32)


@wp.kernel(enable_backward=False)
def heave(time: float, surface: wp.array(dtype=float)):
    i = wp.tid()
    surface[i] = 0.2 * wp.sin(2.0 * time + 0.7 * float(i))


@wp.kernel
def float_up(buoy: wp.array(dtype=wp.vec2), surface: wp.array(dtype=float), lift: wp.array(dtype=float)):
    i = wp.tid()
    below = surface[i] - buoy[i][0]
    lift[i] = 0.5 * wp.log(1.0 + wp.exp(3.0 * below))


@wp.kernel
def move(
    buoy: wp.array(dtype=wp.vec2),
    lift: wp.array(dtype=float),
    ballast: wp.array(dtype=float),
    later: wp.array(dtype=wp.vec2),
):
    i = wp.tid()
    speed = buoy[i][1]
    faster = speed + 0.4 * (lift[i] - ballast[i] - 0.5 * speed)
    later[i] = wp.vec2(buoy[i][0] + 0.4 * faster, faster)


@wp.kernel
def add_error(buoy: wp.array(dtype=wp.vec2), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - buoy[i][0]
    wp.atomic_add(loss, 0, 0.5 * error * error)


def inputs(device=None):
    ballast = np.array([0.2, 0.35, 0.3, 0.15, 0.25], dtype=np.float32)
    return {"ballast": wp.array(ballast, dtype=float, requires_grad=True, device=device)}


def forward(ballast):
    wanted = wp.array(WANTED, dtype=float)
    buoy = wp.zeros(5, dtype=wp.vec2, requires_grad=True)
    for step in range(6):
        surface = wp.zeros(5, dtype=float)
        lift = wp.zeros(5, dtype=float, requires_grad=True)
        later = wp.zeros(5, dtype=wp.vec2, requires_grad=True)
        wp.launch(heave, dim=5, inputs=[0.4 * float(step)], outputs=[surface])
        wp.launch(float_up, dim=5, inputs=[buoy, surface], outputs=[lift])
        wp.launch(move, dim=5, inputs=[buoy, lift, ballast], outputs=[later])
        buoy = later
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(add_error, dim=5, inputs=[buoy, wanted], outputs=[loss])
    return loss


def gradient(ballast):
    tape = wp.Tape()
    with tape:
        loss = forward(ballast)
    tape.backward(loss)
    return {"ballast": ballast.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
