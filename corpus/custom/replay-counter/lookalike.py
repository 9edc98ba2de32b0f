"""Tune ten sensors: readings above a threshold are packed into slots, and each adds its excess to an alarm."""

import numpy as np
import warp as wp


@wp.kernel
def pack(
    gain: wp.array(dtype=float),
    signal: wp.array(dtype=float),
    count: wp.array(dtype=int),
    packed: wp.array(dtype=float),
):
    i = wp.tid()
    reading = gain[i] * signal[i]
    if reading > 0.5:
        wp.atomic_add(count, 0, 1)
        packed[i] = reading - 0.5


@wp.kernel
def sum_up(packed: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(loss, 0, packed[i] * packed[i])


def inputs(device=None):
    gain = np.array([0.9, 1.1, 0.8, 1.3, 1.0, 0.7, 1.2, 0.6, 1.4, 1.5], dtype=np.float32)
    return {"gain": wp.array(gain, dtype=float, requires_grad=True, device=device)}


def forward(gain):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    signal = wp.array(np.array([0.9, 0.3, 1.1, 0.7, 0.4, 1.2, 0.8, 0.5, 0.6, 0.2], dtype=np.float32), dtype=float)
    count = wp.zeros(1, dtype=int)
    packed = wp.zeros(32, dtype=float, requires_grad=True)
    wp.launch(pack, dim=10, inputs=[gain, signal, count], outputs=[packed])
    wp.launch(sum_up, dim=32, inputs=[packed], outputs=[loss])
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
