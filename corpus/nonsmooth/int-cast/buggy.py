"""Find the delays of three echoes, in whole samples, that explain a recording of fourteen samples."""

import numpy as np
import warp as wp

RECORDING = np.array(
    [0.1, 0.3, 0.6, 0.9, 0.7, 0.5, 0.6, 0.9, 1.0, 0.6, 0.4, 0.5, 0.7, 0.4], dtype=np.float32
)


@wp.func
def whole(delay: float):
    return float(int(delay))


@wp.kernel
def cut(delay: wp.array(dtype=float), shift: wp.array(dtype=float)):
    k = wp.tid()
    shift[k] = whole(delay[k])


@wp.kernel
def add_echo(shift: wp.array(dtype=float), sound: wp.array(dtype=float)):
    t, k = wp.tid()
    lag = (float(t) - shift[k]) / 1.5
    wp.atomic_add(sound, t, 0.9 * wp.exp(-lag * lag))


@wp.kernel
def compare(sound: wp.array(dtype=float), recording: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = (recording[i] - sound[i]) / 0.4
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    delay = np.array([2.4, 7.2, 11.7], dtype=np.float32)
    return {"delay": wp.array(delay, dtype=float, requires_grad=True, device=device)}


def forward(delay):
    sound = wp.zeros(14, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    shift = wp.zeros_like(delay)
    wp.launch(cut, dim=3, inputs=[delay], outputs=[shift])
    wp.launch(add_echo, dim=(14, 3), inputs=[shift], outputs=[sound])
    wp.launch(compare, dim=14, inputs=[sound, wp.array(RECORDING, dtype=float)], outputs=[loss])
    return loss


def gradient(delay):
    tape = wp.Tape()
    with tape:
        loss = forward(delay)
    tape.backward(loss)
    return {"delay": delay.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
