"""Fit six reaction rates: what is left of each substance is measured at half time and at the end."""

import numpy as np
import warp as wp


@wp.kernel
def react(amount: wp.array(dtype=float), rate: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    source = amount[wp.max(i - 1, 0)]
    later[i] = amount[i] - 0.1 * rate[i] * amount[i] * amount[i] + 0.05 * source


@wp.kernel
def add_misfit(amount: wp.array(dtype=float), measured: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = measured - amount[i]
    wp.atomic_add(loss, 0, misfit * misfit)


def inputs(device=None):
    rate = np.array([1.2, 0.7, 1.6, 0.9, 2.0, 1.4], dtype=np.float32)
    return {"rate": wp.array(rate, dtype=float, requires_grad=True, device=device)}


def forward(rate):
    start = np.array([1.5, 1.1, 0.9, 1.4, 1.2, 1.0], dtype=np.float32)
    amount = wp.array(start, dtype=float, requires_grad=True)
    half = wp.zeros_like(amount)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    for k in range(8):
        if k == 4:
            wp.copy(half, amount)
        later = wp.zeros_like(amount)
        wp.launch(react, dim=6, inputs=[amount, rate], outputs=[later])
        amount = later
    wp.launch(add_misfit, dim=6, inputs=[half, 0.7], outputs=[loss])
    wp.launch(add_misfit, dim=6, inputs=[amount, 0.4], outputs=[loss])
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
