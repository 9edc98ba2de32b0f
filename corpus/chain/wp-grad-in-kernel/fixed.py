"""Kick eight molecules of two atoms so that after five steps their bonds, of a Morse potential, have wanted lengths."""

import numpy as np
import warp as wp

LENGTH = np.array([1.3, 0.9, 1.1, 1.6, 0.8, 1.2, 1.4, 1.0], dtype=np.float32)


@wp.func
def slope(length: float):
    fall = wp.exp(-1.5 * (length - 1.0))
    return 3.0 * (1.0 - fall) * fall


@wp.kernel
def vibrate(
    length: wp.array(dtype=float),
    speed: wp.array(dtype=float),
    longer: wp.array(dtype=float),
    faster: wp.array(dtype=float),
):
    i = wp.tid()
    pull = slope(length[i])
    later = speed[i] - 0.2 * pull
    faster[i] = later
    longer[i] = 0.2 * later + length[i]


@wp.kernel
def add_error(length: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - length[i]
    wp.atomic_add(loss, 0, 0.5 * error * error)


def inputs(device=None):
    kick = np.array([0.4, -0.6, 0.3, 0.9, -0.2, 0.7, 0.5, -0.4], dtype=np.float32)
    return {"kick": wp.array(kick, dtype=float, requires_grad=True, device=device)}


def forward(kick):
    wanted = wp.array(LENGTH, dtype=float)
    length = wp.array(np.linspace(0.8, 1.5, 8, dtype=np.float32), dtype=float, requires_grad=True)
    speed = kick
    for _ in range(5):
        longer = wp.zeros_like(length)
        faster = wp.zeros_like(length)
        wp.launch(vibrate, dim=8, inputs=[length, speed], outputs=[longer, faster])
        length, speed = longer, faster
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(add_error, dim=8, inputs=[length, wanted], outputs=[loss])
    return loss


def gradient(kick):
    tape = wp.Tape()
    with tape:
        loss = forward(kick)
    tape.backward(loss)
    return {"kick": kick.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
