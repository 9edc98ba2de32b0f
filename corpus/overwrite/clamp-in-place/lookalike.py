"""Tune the gains of eight heaters: each command is limited to 1.5 before it heats its zone for one period."""

import numpy as np
import warp as wp

CHILL = np.array([0.4, 1.1, 0.7, 0.9, 0.5, 1.4, 0.8, 0.6], dtype=np.float32)


@wp.kernel
def control(gain: wp.array(dtype=float), chill: wp.array(dtype=float), command: wp.array(dtype=float)):
    i = wp.tid()
    command[i] = gain[i] * chill[i]


@wp.kernel
def saturate(limit: float, command: wp.array(dtype=float)):
    i = wp.tid()
    if command[i] > limit:
        command[i] = limit


@wp.kernel
def add_cost(command: wp.array(dtype=float), chill: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    heat = command[i]
    cold = 1.2 * chill[i] - 0.7 * heat
    wp.atomic_add(loss, 0, cold * cold + 0.1 * heat * heat)


def inputs(device=None):
    gain = np.array([1.4, 1.2, 1.1, 0.8, 2.2, 0.9, 1.2, 1.9], dtype=np.float32)
    return {"gain": wp.array(gain, dtype=float, requires_grad=True, device=device)}


def forward(gain):
    chill = wp.array(CHILL, dtype=float)
    command = wp.zeros(8, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(control, dim=8, inputs=[gain, chill], outputs=[command])
    wp.launch(saturate, dim=8, inputs=[1.5], outputs=[command])
    wp.launch(add_cost, dim=8, inputs=[command, chill], outputs=[loss])
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
