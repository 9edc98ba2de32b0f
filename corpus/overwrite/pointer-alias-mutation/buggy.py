"""Brightness of three lamps before an 11-pixel camera that saturates softly. The picture is also shown, stretched."""

import numpy as np
import warp as wp


@wp.kernel
def expose(lamp: wp.array(dtype=float), light: wp.array(dtype=float)):
    i = wp.tid()
    x = 0.1 * float(i)
    light[i] = lamp[0] * wp.exp(-x) + lamp[1] * (1.0 - x) * x + lamp[2] * x


@wp.kernel
def compare(light: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.5 - wp.tanh(light[i])
    wp.atomic_add(loss, 0, error * error)


@wp.kernel
def stretch(picture: wp.array(dtype=float), dark: float, bright: float):
    i = wp.tid()
    picture[i] = (picture[i] - dark) / (bright - dark)


def inputs(device=None):
    lamp = np.array([0.8, 1.3, 1.1], dtype=np.float32)
    return {"lamp": wp.array(lamp, dtype=float, requires_grad=True, device=device)}


def measure(lamp):
    light = wp.zeros(11, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(expose, dim=11, inputs=[lamp], outputs=[light])
    wp.launch(compare, dim=11, inputs=[light], outputs=[loss])
    return light, loss


def forward(lamp):
    return measure(lamp)[1]


def gradient(lamp):
    tape = wp.Tape()
    with tape:
        light, loss = measure(lamp)
    picture = wp.array(ptr=light.ptr, dtype=float, shape=light.shape, device=light.device)
    wp.launch(stretch, dim=11, inputs=[picture, 0.6, 1.4])
    tape.backward(loss)
    return {"lamp": lamp.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
