"""Heights (mm) of seven diodes two metres behind a double slit, from how far apart the waves of both slits arrive."""

import numpy as np
import warp as wp

READ = np.array([0.9, 0.4, 0.7, 0.2, 0.6, 0.3, 0.8], dtype=np.float32)


@wp.kernel
def interfere(height: wp.array(dtype=float), light: wp.array(dtype=float)):
    i = wp.tid()
    up = height[i] + 0.05
    down = height[i] - 0.05
    path = 0.2 * height[i] / (wp.sqrt(4.0e6 + up * up) + wp.sqrt(4.0e6 + down * down))
    light[i] = 0.5 + 0.5 * wp.cos(1.0e4 * path)


@wp.kernel
def compare(read: wp.array(dtype=float), light: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = read[i] - light[i]
    wp.atomic_add(loss, 0, 0.3 * error * error)


def inputs(device=None):
    height = np.array([1.3, 2.9, 4.4, 5.2, 7.1, 8.6, 9.9], dtype=np.float32)
    return {"height": wp.array(height, dtype=float, requires_grad=True, device=device)}


def forward(height):
    light = wp.zeros_like(height)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(interfere, dim=7, inputs=[height], outputs=[light])
    wp.launch(compare, dim=7, inputs=[wp.array(READ, dtype=float), light], outputs=[loss])
    return loss


def gradient(height):
    tape = wp.Tape()
    with tape:
        loss = forward(height)
    tape.backward(loss)
    return {"height": height.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
