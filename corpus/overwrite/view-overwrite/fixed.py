"""Loudness of a twelve-sample tone, to which an echo is mixed into the last four samples after a first hearing."""

import numpy as np
import warp as wp


@wp.kernel
def play(amplitude: wp.array(dtype=float), tone: wp.array(dtype=float)):
    i = wp.tid()
    tone[i] = amplitude[i / 4] * wp.sin(0.7 * float(i + 1))


@wp.kernel
def hear(tone: wp.array(dtype=float), wanted: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    pressure = tone[i]
    error = wanted - pressure * pressure
    wp.atomic_add(loss, 0, error * error)


@wp.kernel
def mix_echo(amplitude: wp.array(dtype=float), mixed: wp.array(dtype=float)):
    i = wp.tid()
    mixed[i] = 0.8 * amplitude[0] * wp.cos(0.5 * float(i)) + 0.3 * amplitude[2]


def inputs(device=None):
    amplitude = np.array([1.3, 0.6, 0.9], dtype=np.float32)
    return {"amplitude": wp.array(amplitude, dtype=float, requires_grad=True, device=device)}


def forward(amplitude):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    tone = wp.zeros(16, dtype=float, requires_grad=True)
    end = wp.zeros(4, dtype=float, requires_grad=True)
    wp.launch(play, dim=12, inputs=[amplitude], outputs=[tone])
    wp.launch(hear, dim=12, inputs=[tone, 0.4], outputs=[loss])
    wp.launch(mix_echo, dim=4, inputs=[amplitude], outputs=[end])
    wp.launch(hear, dim=4, inputs=[end, 0.7], outputs=[loss])
    return loss


def gradient(amplitude):
    tape = wp.Tape()
    with tape:
        loss = forward(amplitude)
    tape.backward(loss)
    return {"amplitude": amplitude.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
