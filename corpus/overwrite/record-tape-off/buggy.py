"""Gains of an eight-band hearing aid over six moments; a band is turned down by how loud it has been so far."""

import numpy as np
import warp as wp

SOUND = np.array([[0.2 + 0.7 * (k * j % 5) / 4 for j in range(1, 9)] for k in range(1, 7)], dtype=np.float32)


@wp.kernel
def amplify(
    gain: wp.array(dtype=float),
    sound: wp.array2d(dtype=float),
    k: int,
    loud: wp.array(dtype=float),
    loss: wp.array(dtype=float),
):
    j = wp.tid()
    heard = wp.tanh(gain[j] * sound[k, j] / (0.3 + loud[j]))
    error = 0.6 - heard
    wp.atomic_add(loss, 0, 0.05 * error * error)


@wp.kernel
def track(sound: wp.array2d(dtype=float), k: int, loud: wp.array(dtype=float), louder: wp.array(dtype=float)):
    j = wp.tid()
    louder[j] = 0.5 * loud[j] + 0.5 * sound[k, j]


def inputs(device=None):
    gain = np.array([0.9, 0.4, 1.3, 0.6, 1.0, 0.5, 1.6, 0.8], dtype=np.float32)
    return {"gain": wp.array(gain, dtype=float, requires_grad=True, device=device)}


def forward(gain):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    sound = wp.array(SOUND, dtype=float)
    loud = wp.zeros(8, dtype=float)
    for k in range(6):
        wp.launch(amplify, dim=8, inputs=[gain, sound, k, loud], outputs=[loss])
        wp.launch(track, dim=8, inputs=[sound, k, loud], outputs=[loud], record_tape=False)
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
