"""Set five lamps for two photographs of a wall of 3 x 4 tiles, from the left and from the right, on the same film."""

import numpy as np
import warp as wp

WANTED = np.array([[0.8, 0.7, 0.6, 0.5], [0.9, 0.8, 0.6, 0.4], [0.7, 0.6, 0.6, 0.5]], dtype=np.float32)


@wp.kernel
def shine(lamp: wp.array(dtype=float), side: float, light: wp.array2d(dtype=float)):
    r, c = wp.tid()
    total = float(0.0)
    for k in range(5):
        across = side - 0.3 * float(c)
        along = 0.4 * float(k) - 0.5 * float(r)
        total = total + lamp[k] / (0.6 + across * across + along * along)
    light[r, c] = total


@wp.kernel
def develop(light: wp.array2d(dtype=float), wanted: wp.array2d(dtype=float), loss: wp.array(dtype=float)):
    r, c = wp.tid()
    error = wanted[r, c] - 0.7 * wp.log(1.0 + light[r, c])
    wp.atomic_add(loss, 0, 0.3 * error * error)


def inputs(device=None):
    lamp = np.array([0.3, 0.2, 0.5, 0.1, 0.4], dtype=np.float32)
    return {"lamp": wp.array(lamp, dtype=float, requires_grad=True, device=device)}


def forward(lamp):
    wanted = wp.array(WANTED, dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    light = wp.zeros((3, 4), dtype=float, requires_grad=True)
    wp.launch(shine, dim=(3, 4), inputs=[lamp, -0.2], outputs=[light])
    wp.launch(develop, dim=(3, 4), inputs=[light, wanted], outputs=[loss])
    light = wp.zeros((3, 4), dtype=float, requires_grad=True)
    wp.launch(shine, dim=(3, 4), inputs=[lamp, 1.9], outputs=[light])
    wp.launch(develop, dim=(3, 4), inputs=[light, wanted], outputs=[loss])
    return loss


def gradient(lamp):
    tape = wp.Tape()
    with tape:
        loss = forward(lamp)
    tape.backward(loss)
    return {"lamp": lamp.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
