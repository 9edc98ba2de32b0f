"""Where seven thin lenses, whose power differs for red, green and blue, throw the picture of a lamp."""

import numpy as np
import warp as wp

LAMP = np.array([3.0, 2.5, 4.0, 3.5, 2.0, 5.0, 3.2], dtype=np.float32)
SCREEN = np.array([0.9, 1.0, 0.7, 0.8, 1.1, 0.6, 0.75], dtype=np.float32)


@wp.kernel
def focus(power: wp.array(dtype=wp.vec3), lamp: wp.array(dtype=float), picture: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    u = 1.0 / lamp[i]
    v = power[i] - wp.vec3(u, u, u)
    picture[i] = 1.0 / v


@wp.kernel
def compare(picture: wp.array(dtype=wp.vec3), screen: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    s = screen[i]
    blur = wp.vec3(s, s, s) - picture[i]
    wp.atomic_add(loss, 0, 0.8 * wp.dot(blur, blur))


def inputs(device=None):
    green = np.array([1.3, 1.5, 1.8, 1.4, 1.6, 1.7, 2.0])
    power = (green[:, None] * np.array([0.97, 1.0, 1.05])).astype(np.float32)
    return {"power": wp.array(power, dtype=wp.vec3, requires_grad=True, device=device)}


def forward(power):
    lamp = wp.array(LAMP, dtype=float)
    screen = wp.array(SCREEN, dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    picture = wp.zeros_like(power)
    wp.launch(focus, dim=7, inputs=[power, lamp], outputs=[picture])
    wp.launch(compare, dim=7, inputs=[picture, screen], outputs=[loss])
    return loss


def gradient(power):
    tape = wp.Tape()
    with tape:
        loss = forward(power)
    tape.backward(loss)
    return {"power": power.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
