"""Calibrate five absorption filters and the amplifiers behind them against measured voltages, in double precision."""

import numpy as np
import warp as wp


@wp.kernel
def absorb(thickness: wp.array(dtype=wp.float64), light: wp.array(dtype=wp.float64)):
    i = wp.tid()
    light[i] = wp.exp(-thickness[i])


@wp.kernel
def amplify(gain: wp.array(dtype=wp.float64), light: wp.array(dtype=wp.float64), voltage: wp.array(dtype=wp.float64)):
    i = wp.tid()
    voltage[i] = gain[i] * light[i]


@wp.kernel
def add_misfit(
    voltage: wp.array(dtype=wp.float64), measured: wp.array(dtype=wp.float64), loss: wp.array(dtype=wp.float64)
):
    i = wp.tid()
    misfit = measured[i] - voltage[i]
    wp.atomic_add(loss, 0, misfit * misfit)


def inputs(device=None):
    thickness = np.array([0.4, 0.6, 0.9, 1.3, 1.8])
    gain = np.array([1.2, 1.0, 1.5, 2.2, 1.7])
    return {
        "thickness": wp.array(thickness, dtype=wp.float64, requires_grad=True, device=device),
        "gain": wp.array(gain, dtype=wp.float64, requires_grad=True, device=device),
    }


def forward(thickness, gain):
    measured = wp.array(np.array([0.5, 0.8, 0.3, 1.0, 0.7]), dtype=wp.float64)
    light = wp.zeros_like(thickness)
    voltage = wp.zeros(5, dtype=wp.float64, requires_grad=True)
    loss = wp.zeros(1, dtype=wp.float64, requires_grad=True)
    wp.launch(absorb, dim=5, inputs=[thickness], outputs=[light])
    wp.launch(amplify, dim=5, inputs=[gain, light], outputs=[voltage])
    wp.launch(add_misfit, dim=5, inputs=[voltage, measured], outputs=[loss])
    return loss


def gradient(thickness, gain):
    tape = wp.Tape()
    with tape:
        loss = forward(thickness, gain)
    tape.backward(loss)
    return {"thickness": thickness.grad.numpy(), "gain": gain.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
