"""Potential on a wire of thirteen cells with given charges: five sweeps over the even and then the odd cells."""

import numpy as np
import warp as wp


@wp.kernel
def relax(now: wp.array(dtype=float), charge: wp.array(dtype=float), colour: int, swept: wp.array(dtype=float)):
    i = wp.tid()
    if i % 2 == colour:
        left = now[wp.max(i - 1, 0)]
        right = now[wp.min(i + 1, 12)]
        swept[i] = (left + right + charge[i]) / 2.5


@wp.kernel
def compare(potential: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.05 * float(i) - potential[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    charge = (0.3 * np.cos(0.8 * np.arange(13))).astype(np.float32)
    return {"charge": wp.array(charge, dtype=float, requires_grad=True, device=device)}


def forward(charge):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    now = wp.zeros(13, dtype=float, requires_grad=True)
    for _ in range(5):
        for colour in range(2):
            swept = wp.clone(now)
            wp.launch(relax, dim=13, inputs=[now, charge, colour], outputs=[swept])
            now = swept
    wp.launch(compare, dim=13, inputs=[now], outputs=[loss])
    return loss


def gradient(charge):
    tape = wp.Tape()
    with tape:
        loss = forward(charge)
    tape.backward(loss)
    return {"charge": charge.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
