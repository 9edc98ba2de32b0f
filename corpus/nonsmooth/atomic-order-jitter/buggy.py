"""Widths of four Gaussian beams from 2000 photons on a detector that adds up their light as it comes."""

import numpy as np
import warp as wp

PHOTON = np.random.default_rng(3).uniform(-2.0, 2.0, 2000).astype(np.float32)


@wp.kernel
def detect(width: wp.array(dtype=float), photon: wp.array(dtype=float), light: wp.array(dtype=float)):
    i, k = wp.tid()
    x = photon[i] / width[k]
    wp.atomic_add(light, k, wp.exp(-x * x) / 1000.0)


@wp.kernel
def compare(light: wp.array(dtype=float), loss: wp.array(dtype=float)):
    k = wp.tid()
    error = 0.6 - light[k]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    width = np.array([0.5, 0.8, 1.2, 1.7], dtype=np.float32)
    return {"width": wp.array(width, dtype=float, requires_grad=True, device=device)}


def forward(width):
    light = wp.zeros(4, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(detect, dim=(2000, 4), inputs=[width, wp.array(PHOTON, dtype=float)], outputs=[light])
    wp.launch(compare, dim=4, inputs=[light], outputs=[loss])
    return loss


def gradient(width):
    tape = wp.Tape()
    with tape:
        loss = forward(width)
    tape.backward(loss)
    return {"width": width.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
