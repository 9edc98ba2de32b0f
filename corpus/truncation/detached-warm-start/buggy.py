"""Stiffness of six coupled springs that settle where s = tanh(load - stiffness s + coupling); find a wanted rest."""

import numpy as np
import warp as wp

LOAD = np.array([0.9, 0.4, 1.3, 0.7, 1.1, 0.5], dtype=np.float32)


@wp.kernel
def iterate(
    stiffness: wp.array(dtype=float),
    load: wp.array(dtype=float),
    rest: wp.array(dtype=float),
    better: wp.array(dtype=float),
):
    i = wp.tid()
    left = rest[wp.max(i - 1, 0)]
    right = rest[wp.min(i + 1, 5)]
    better[i] = wp.tanh(load[i] - stiffness[i] * rest[i] + 0.2 * (left + right))


@wp.kernel
def compare(rest: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.3 - rest[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    stiffness = np.array([0.3, 0.6, 0.5, 0.8, 0.4, 0.7], dtype=np.float32)
    return {"stiffness": wp.array(stiffness, dtype=float, requires_grad=True, device=device)}


def solve(stiffness, load, rest, iterations, recorded):
    for _ in range(iterations):
        better = wp.zeros_like(rest)
        wp.launch(iterate, dim=6, inputs=[stiffness, load, rest], outputs=[better], record_tape=recorded)
        rest = better
    return rest


def forward(stiffness):
    load = wp.array(LOAD, dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    rest = wp.zeros(6, dtype=float, requires_grad=True)
    rest = solve(stiffness, load, rest, 60, recorded=False)
    rest = solve(stiffness, load, rest, 1, recorded=True)
    wp.launch(compare, dim=6, inputs=[rest], outputs=[loss])
    return loss


def gradient(stiffness):
    tape = wp.Tape()
    with tape:
        loss = forward(stiffness)
    tape.backward(loss)
    return {"stiffness": stiffness.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
