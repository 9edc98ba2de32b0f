"""Find the yearly rates of three funds, kept for five, seven and four years, from how much they have grown."""

import numpy as np
import warp as wp

FIRST = np.array([0, 5, 12, 16], dtype=np.int32)
GROWN = np.array([1.6, 1.1, 1.8], dtype=np.float32)


@wp.func
def compound(rate: wp.array(dtype=float), first: int, last: int, i: int, worth: wp.array2d(dtype=float)):
    worth[i, 0] = 1.0
    for j in range(first, last):
        worth[i, j - first + 1] = worth[i, j - first] * (1.0 + rate[j])
    return worth[i, last - first]


@wp.kernel
def grow(
    rate: wp.array(dtype=float),
    first: wp.array(dtype=int),
    worth: wp.array2d(dtype=float),
    grown: wp.array(dtype=float),
    loss: wp.array(dtype=float),
):
    i = wp.tid()
    error = grown[i] - compound(rate, first[i], first[i + 1], i, worth)
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    rate = np.array(
        [0.3, -0.1, 0.05, 0.4, 0.12, 0.2, 0.35, -0.2, 0.1, 0.15, -0.05, 0.08, 0.5, 0.02, -0.15, 0.25], dtype=np.float32
    )
    return {"rate": wp.array(rate, dtype=float, requires_grad=True, device=device)}


def forward(rate):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    first = wp.array(FIRST, dtype=int)
    worth = wp.zeros((3, 8), dtype=float, requires_grad=True)
    wp.launch(grow, dim=3, inputs=[rate, first, worth, wp.array(GROWN, dtype=float)], outputs=[loss])
    return loss


def gradient(rate):
    tape = wp.Tape()
    with tape:
        loss = forward(rate)
    tape.backward(loss)
    return {"rate": rate.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
