"""Fit the nine taps of a low-pass filter, stored in eighths, to a wanted response at twelve frequencies."""

import numpy as np
import warp as wp

COSINES = np.cos(np.outer(np.linspace(0.0, np.pi, 12), np.arange(9))).astype(np.float32)
WANTED = np.array([1.0, 1.0, 1.0, 1.0, 0.8, 0.4, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0], dtype=np.float32)


@wp.func
def to_eighths(value: float):
    return wp.round(value * 8.0) / 8.0


@wp.kernel
def store(taps: wp.array(dtype=float), stored: wp.array(dtype=float)):
    i = wp.tid()
    stored[i] = to_eighths(taps[i])


@wp.kernel
def respond(
    cosines: wp.array(dtype=float, ndim=2), stored: wp.array(dtype=float), response: wp.array(dtype=float)
):
    frequency, i = wp.tid()
    wp.atomic_add(response, frequency, cosines[frequency, i] * stored[i])


@wp.kernel
def compare(wanted: wp.array(dtype=float), response: wp.array(dtype=float), loss: wp.array(dtype=float)):
    frequency = wp.tid()
    error = wanted[frequency] - response[frequency]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    taps = np.array([0.32, 0.6, 0.18, 0.09, -0.11, -0.17, 0.04, 0.03, 0.08], dtype=np.float32)
    return {"taps": wp.array(taps, dtype=float, requires_grad=True, device=device)}


def forward(taps):
    stored = wp.zeros_like(taps)
    response = wp.zeros(12, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(store, dim=9, inputs=[taps], outputs=[stored])
    wp.launch(respond, dim=(12, 9), inputs=[wp.array(COSINES, dtype=float), stored], outputs=[response])
    wp.launch(compare, dim=12, inputs=[wp.array(WANTED, dtype=float), response], outputs=[loss])
    return loss


def gradient(taps):
    tape = wp.Tape()
    with tape:
        loss = forward(taps)
    tape.backward(loss)
    return {"taps": taps.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
