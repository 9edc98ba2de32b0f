"""Tune the six strings of a harp; the loss weighs how far they are off their notes and how hard they pull its frame."""

import numpy as np
import warp as wp

SHARE = np.array([3.0, 0.05], dtype=np.float32)


@wp.kernel
def add_costs(
    tension: wp.array(dtype=float),
    mass: wp.array(dtype=float),
    note: wp.array(dtype=float),
    cost: wp.array(dtype=float),
):
    string = wp.tid()
    off = note[string] - wp.sqrt(tension[string] / mass[string])
    wp.atomic_add(cost, 0, off * off)
    wp.atomic_add(cost, 1, tension[string])


@wp.kernel
def weigh(cost: wp.array(dtype=float), share: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(loss, 0, share[i] * cost[i])


def inputs(device=None):
    tension = np.array([0.9, 1.2, 1.0, 1.6, 1.3, 1.1], dtype=np.float32)
    return {"tension": wp.array(tension, dtype=float, requires_grad=True, device=device)}


def costs(tension):
    mass = wp.array(np.array([2.1, 1.8, 1.5, 1.3, 1.1, 0.9], dtype=np.float32), dtype=float)
    note = wp.array(np.array([0.6, 0.7, 0.8, 0.9, 1.1, 1.2], dtype=np.float32), dtype=float)
    cost = wp.zeros(2, dtype=float)
    wp.launch(add_costs, dim=6, inputs=[tension, mass, note], outputs=[cost])
    return cost


def forward(tension):
    share = wp.array(SHARE, dtype=float)
    cost = costs(tension)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(weigh, dim=2, inputs=[cost, share], outputs=[loss])
    return loss


def gradient(tension):
    tape = wp.Tape()
    with tape:
        cost = costs(tension)
    tape.backward(grads={cost: wp.array(SHARE, dtype=float)})
    return {"tension": tension.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
