"""Elimination rates of four patients from twelve blood samples by the mean squared error, six at a time."""

import numpy as np
import warp as wp

DOSE = np.array([1.8, 1.2, 1.5, 2.1], dtype=np.float32)
TIME = np.array([0.5, 1.0, 1.5, 2.0, 0.7, 1.4, 2.1, 0.3, 0.6, 1.2, 1.8, 2.4], dtype=np.float32)
FOUND = np.array([0.9, 1.1, 0.3, 1.6, 1.5, 0.4, 0.9, 1.4, 0.6, 1.0, 0.2, 0.9], dtype=np.float32)


@wp.kernel
def eliminate(
    rate: wp.array(dtype=float),
    dose: wp.array(dtype=float),
    time: wp.array(dtype=float),
    first: int,
    level: wp.array(dtype=float),
):
    i = wp.tid()
    patient = (first + i) % 4
    level[i] = dose[patient] * wp.exp(-rate[patient] * time[first + i])


@wp.kernel
def add_mean(
    level: wp.array(dtype=float), found: wp.array(dtype=float), first: int, count: int, loss: wp.array(dtype=float)
):
    i = wp.tid()
    misfit = found[first + i] - level[i]
    wp.atomic_add(loss, 0, misfit * misfit / float(count))


def inputs(device=None):
    rate = np.array([0.5, 0.9, 0.7, 0.3], dtype=np.float32)
    return {"rate": wp.array(rate, dtype=float, requires_grad=True, device=device)}


def forward(rate, first=0, count=12):
    dose, time = wp.array(DOSE, dtype=float), wp.array(TIME, dtype=float)
    found = wp.array(FOUND, dtype=float)
    level = wp.zeros(count, dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(eliminate, dim=count, inputs=[rate, dose, time, first], outputs=[level])
    wp.launch(add_mean, dim=count, inputs=[level, found, first, count], outputs=[loss])
    return loss


def gradient(rate):
    for first in (0, 6):
        tape = wp.Tape()
        with tape:
            loss = forward(rate, first, 6)
        tape.backward(loss)
    return {"rate": rate.grad.numpy() / 2.0}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
