"""Charging power of nine electric buses over six hours; buses leave the depot, and all should be 0.9 full."""

import numpy as np
import warp as wp

LEAVES = {1: [2], 2: [5], 4: [0, 7]}


@wp.kernel
def charge(
    battery: wp.array(dtype=float),
    power: wp.array(dtype=float),
    plugged: wp.array(dtype=float),
    later: wp.array(dtype=float),
):
    i = wp.tid()
    later[i] = battery[i] + plugged[i] * power[i] * (1.0 - battery[i])


@wp.kernel
def compare(battery: wp.array(dtype=float), power: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    missing = 0.9 - battery[i]
    wp.atomic_add(loss, 0, missing * missing + 0.1 * power[i] * power[i])


def inputs(device=None):
    power = np.array([0.25, 0.2, 0.6, 0.15, 0.3, 0.4, 0.2, 0.35, 0.1], dtype=np.float32)
    return {"power": wp.array(power, dtype=float, requires_grad=True, device=device)}


def forward(power):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    battery = wp.zeros_like(power)
    plugged = wp.array(np.ones(9, dtype=np.float32), dtype=float)
    for hour in range(6):
        if hour in LEAVES:
            here = plugged.numpy()
            here[LEAVES[hour]] = 0.0
            plugged.assign(here)
        later = wp.zeros_like(battery)
        wp.launch(charge, dim=9, inputs=[battery, power, plugged], outputs=[later])
        battery = later
    wp.launch(compare, dim=9, inputs=[battery, power], outputs=[loss])
    return loss


def gradient(power):
    tape = wp.Tape()
    with tape:
        loss = forward(power)
    tape.backward(loss)
    return {"power": power.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
