"""Charge twelve capsules: those that burst enter a queue, which is charged by the square of what stands in it."""

import numpy as np
import warp as wp


@wp.func
def join(count: wp.array(dtype=int), place: wp.array(dtype=int), i: int):
    place[i] = wp.atomic_add(count, 0, 1)
    return place[i]


@wp.func_replay(join)
def replay_join(count: wp.array(dtype=int), place: wp.array(dtype=int), i: int):
    return i


@wp.kernel
def burst(
    charge: wp.array(dtype=float), count: wp.array(dtype=int), place: wp.array(dtype=int), queue: wp.array(dtype=float)
):
    i = wp.tid()
    if charge[i] > 0.4:
        k = join(count, place, i)
        queue[k] = charge[i] * charge[i]


@wp.kernel
def wear(queue: wp.array(dtype=float), loss: wp.array(dtype=float)):
    k = wp.tid()
    wp.atomic_add(loss, 0, 0.2 * queue[k] * queue[k])


def inputs(device=None):
    charge = np.array([0.5, 0.3, 0.9, 0.2, 0.7, 1.1, 0.6, 0.1, 0.8, 1.0, 1.2, 0.55], dtype=np.float32)
    return {"charge": wp.array(charge, dtype=float, requires_grad=True, device=device)}


def forward(charge):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    count = wp.zeros(1, dtype=int)
    place = wp.zeros(12, dtype=int)
    queue = wp.zeros_like(charge)
    wp.launch(burst, dim=12, inputs=[charge, count, place], outputs=[queue])
    wp.launch(wear, dim=12, inputs=[queue], outputs=[loss])
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
