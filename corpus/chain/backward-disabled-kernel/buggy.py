"""Set six irrigation valves so that the soil, into which the water seeps sideways, gets the wanted moisture."""

import numpy as np
import warp as wp


@wp.kernel
def slope_of_field(wanted: wp.array(dtype=float)):
    i = wp.tid()
    wanted[i] = 0.5 + 0.1 * float(i)


@wp.kernel(enable_backward=False)
def seep(valve: wp.array(dtype=float), moisture: wp.array(dtype=float)):
    i = wp.tid()
    sides = valve[wp.max(i - 1, 0)] + valve[wp.min(i + 1, 5)]
    moisture[i] = wp.tanh(0.25 * sides + 0.5 * valve[i])


@wp.kernel
def add_lack(moisture: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    lack = wanted[i] - moisture[i]
    wp.atomic_add(loss, 0, 3.0 * lack * lack)


def inputs(device=None):
    values = np.array([0.2, 1.4, 0.6, 0.9, 0.3, 1.1], dtype=np.float32)
    return {"valve": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(valve):
    wanted = wp.zeros(6, dtype=float)
    moisture = wp.zeros(6, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(slope_of_field, dim=6, outputs=[wanted])
    wp.launch(seep, dim=6, inputs=[valve], outputs=[moisture])
    wp.launch(add_lack, dim=6, inputs=[moisture, wanted], outputs=[loss])
    return loss


def gradient(valve):
    tape = wp.Tape()
    with tape:
        loss = forward(valve)
    tape.backward(loss)
    return {"valve": valve.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
