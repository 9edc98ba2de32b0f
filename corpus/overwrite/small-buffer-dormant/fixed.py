"""Thermostat gains of four incubators, whose sensors lag by three steps, so that twelve steps end at one degree."""

import numpy as np
import warp as wp


@wp.kernel
def heat(
    now: wp.array(dtype=float),
    sensed: wp.array(dtype=float),
    gain: wp.array(dtype=float),
    following: wp.array(dtype=float),
):
    i = wp.tid()
    following[i] = now[i] + 0.3 * wp.tanh(gain[i] * (1.3 - sensed[i])) - 0.1 * now[i]


@wp.kernel
def compare(now: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 1.0 - now[i]
    wp.atomic_add(loss, 0, 0.5 * error * error)


def inputs(device=None):
    gain = np.array([0.6, 1.1, 1.7, 0.8], dtype=np.float32)
    return {"gain": wp.array(gain, dtype=float, requires_grad=True, device=device)}


def forward(gain, steps=12):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    rows = steps + 1
    history = wp.zeros((rows, 4), dtype=float, requires_grad=True)
    for k in range(steps):
        now, sensed = history[k % rows], history[max(k - 3, 0) % rows]
        wp.launch(heat, dim=4, inputs=[now, sensed, gain], outputs=[history[(k + 1) % rows]])
    wp.launch(compare, dim=4, inputs=[history[steps % rows]], outputs=[loss])
    return loss


def gradient(gain, steps=12):
    tape = wp.Tape()
    with tape:
        loss = forward(gain, steps)
    tape.backward(loss)
    return {"gain": gain.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
