"""Gain and gamma of three colour channels of a display, from the brightness of nine grey patches, black to white."""

import numpy as np
import warp as wp

GREY = np.linspace(0.0, 1.0, 9, dtype=np.float32)
BRIGHTNESS = np.stack([0.9 * GREY**2.4, 1.1 * GREY**2.0, 0.8 * GREY**2.8], axis=1).astype(np.float32)


@wp.kernel
def add_misfit(
    gain: wp.array(dtype=float),
    gamma: wp.array(dtype=float),
    grey: wp.array(dtype=float),
    brightness: wp.array2d(dtype=float),
    loss: wp.array(dtype=float),
):
    patch, channel = wp.tid()
    shown = float(0.0)
    if grey[patch] > 0.0:
        shown = gain[channel] * wp.pow(grey[patch], gamma[channel])
    error = brightness[patch, channel] - shown
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    gain = np.array([0.8, 1.0, 1.05], dtype=np.float32)
    gamma = np.array([1.9, 2.6, 2.2], dtype=np.float32)
    return {
        "gain": wp.array(gain, dtype=float, requires_grad=True, device=device),
        "gamma": wp.array(gamma, dtype=float, requires_grad=True, device=device),
    }


def forward(gain, gamma):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    data = [wp.array(GREY, dtype=float), wp.array(BRIGHTNESS, dtype=float)]
    wp.launch(add_misfit, dim=(9, 3), inputs=[gain, gamma, *data], outputs=[loss])
    return loss


def gradient(gain, gamma):
    tape = wp.Tape()
    with tape:
        loss = forward(gain, gamma)
    tape.backward(loss)
    return {"gain": gain.grad.numpy(), "gamma": gamma.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
