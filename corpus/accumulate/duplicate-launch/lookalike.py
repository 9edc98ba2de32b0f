"""Weights of five beams that pass a 3 by 4 slice of tissue, so that of each cell a wanted share survives."""

import numpy as np
import warp as wp

SHARE = np.array([[0.7, 0.2, 0.3, 0.6], [0.8, 0.3, 0.2, 0.7], [0.9, 0.4, 0.5, 0.8]], dtype=np.float32)


@wp.kernel
def deliver(weight: wp.array(dtype=float), dose: wp.array2d(dtype=float)):
    row, column = wp.tid()
    total = float(0.0)
    for beam in range(5):
        aside = float(column) - 0.75 * float(beam)
        total += weight[beam] * wp.exp(-0.4 * float(row) - aside * aside)
    wp.atomic_add(dose, row, column, 0.5 * total)


@wp.kernel
def add_error(dose: wp.array2d(dtype=float), share: wp.array2d(dtype=float), loss: wp.array(dtype=float)):
    row, column = wp.tid()
    error = share[row, column] - wp.exp(-dose[row, column])
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    weight = np.array([0.5, 0.9, 1.4, 0.8, 0.3], dtype=np.float32)
    return {"weight": wp.array(weight, dtype=float, requires_grad=True, device=device)}


def is_safe(weight, dose):
    wp.launch(deliver, dim=(3, 4), inputs=[weight], outputs=[dose])
    return dose.numpy().max() < 3.0


def forward(weight):
    share = wp.array(SHARE, dtype=float)
    dose = wp.zeros((3, 4), dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    if not is_safe(weight, dose):
        raise ValueError("the dose is not safe")
    wp.launch(deliver, dim=(3, 4), inputs=[weight], outputs=[dose])
    wp.launch(add_error, dim=(3, 4), inputs=[dose, share], outputs=[loss])
    return loss


def gradient(weight):
    tape = wp.Tape()
    with tape:
        loss = forward(weight)
    tape.backward(loss)
    return {"weight": weight.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
