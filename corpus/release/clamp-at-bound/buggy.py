"""Turn down seven pumps, which start at full power, until the pressure in every branch of the pipes is as wanted."""

import numpy as np
import warp as wp

WANTED = np.array([0.75, 0.9, 0.6, 0.8, 0.95, 0.7, 0.85], dtype=np.float32)


@wp.kernel
def pump(power: wp.array(dtype=float), pressure: wp.array(dtype=float)):
    i = wp.tid()
    used = wp.clamp(power[i], 0.0, 1.0)
    lifted = 1.1 * used + 0.3 * used * used
    wp.atomic_add(pressure, i, 0.7 * lifted)
    wp.atomic_add(pressure, (i + 2) % 7, 0.2 * lifted)


@wp.kernel
def compare(pressure: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - pressure[i]
    wp.atomic_add(loss, 0, 0.3 * error * error)


def inputs(device=None):
    power = np.array([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0], dtype=np.float32)
    return {"power": wp.array(power, dtype=float, requires_grad=True, device=device)}


def forward(power):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    pressure = wp.zeros_like(power)
    wp.launch(pump, dim=7, inputs=[power], outputs=[pressure])
    wp.launch(compare, dim=7, inputs=[pressure, wp.array(WANTED, dtype=float)], outputs=[loss])
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
