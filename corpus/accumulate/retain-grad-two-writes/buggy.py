"""Gains of an 18-pixel line sensor, from a shot of an evenly lit wall; corrected in tiles of up to 8."""

import numpy as np
import warp as wp

RAW = 0.8 + 0.3 * np.cos(0.9 * np.arange(18, dtype=np.float32))


@wp.kernel
def correct(
    raw: wp.array(dtype=float), gain: wp.array(dtype=float), begin: int, image: wp.array(dtype=float)
):
    pixel = begin + wp.tid()
    image[pixel] = 1.0 - wp.exp(-gain[pixel] * raw[pixel])


@wp.kernel
def unevenness(image: wp.array(dtype=float), loss: wp.array(dtype=float)):
    pixel = wp.tid()
    error = 0.6 - image[pixel]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    gain = np.linspace(0.6, 2.3, 18, dtype=np.float32)
    return {"gain": wp.array(gain, dtype=float, requires_grad=True, device=device)}


def forward(gain):
    raw = wp.array(RAW, dtype=float)
    image = wp.zeros(18, dtype=float, requires_grad=True, retain_grad=True)
    for begin in (0, 8, 10):
        wp.launch(correct, dim=8, inputs=[raw, gain, begin], outputs=[image])
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(unevenness, dim=18, inputs=[image], outputs=[loss])
    return loss


def gradient(gain):
    tape = wp.Tape()
    with tape:
        loss = forward(gain)
    tape.backward(loss)
    return {"gain": gain.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
