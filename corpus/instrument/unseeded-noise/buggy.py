"""Heights of five lamps over a square, whose mean brightness, from jittered rays, should be 0.55 for each."""

import itertools

import numpy as np
import warp as wp

FRAME = itertools.count(1)


@wp.kernel
def shine(height: wp.array(dtype=float), frame: int, light: wp.array(dtype=float)):
    lamp, ray = wp.tid()
    state = wp.rand_init(frame, 1600 * lamp + ray)
    x = (float(ray / 40) + wp.randf(state)) / 40.0
    y = (float(ray % 40) + wp.randf(state)) / 40.0
    h = height[lamp]
    wp.atomic_add(light, lamp, h / (h * h + x * x + y * y) / 1600.0)


@wp.kernel
def compare(light: wp.array(dtype=float), loss: wp.array(dtype=float)):
    lamp = wp.tid()
    error = 0.55 - light[lamp]
    wp.atomic_add(loss, 0, 0.1 * error * error)


def inputs(device=None):
    height = np.array([1.1, 1.4, 2.6, 3.4, 4.2], dtype=np.float32)
    return {"height": wp.array(height, dtype=float, requires_grad=True, device=device)}


def forward(height):
    light = wp.zeros(5, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(shine, dim=(5, 1600), inputs=[height, next(FRAME)], outputs=[light])
    wp.launch(compare, dim=5, inputs=[light], outputs=[loss])
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
