"""Fit the interest rate and the credit spread of eight bonds to their quoted prices; large spreads are unlikely."""

import numpy as np
import warp as wp

YEARS = np.array([2.0, 3.0, 5.0, 7.0, 10.0, 4.0, 8.0, 6.0])
QUOTED = np.array([0.85, 0.8, 0.9, 0.55, 0.35, 0.75, 0.5, 0.8])


@wp.func
def discount(rate: wp.float64, spread: wp.float64, years: wp.float64):
    alive = wp.exp(-spread * years)
    return wp.exp(-rate * years) * (wp.float64(0.4) + wp.float64(0.6) * alive)


@wp.func_grad(discount)
def adj_discount(rate: wp.float64, spread: wp.float64, years: wp.float64, adj_ret: wp.float64):
    wp.adjoint[rate] -= years * discount(rate, spread, years) * adj_ret


@wp.kernel
def compare(
    rate: wp.array(dtype=wp.float64),
    spread: wp.array(dtype=wp.float64),
    years: wp.array(dtype=wp.float64),
    quoted: wp.array(dtype=wp.float64),
    loss: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    error = quoted[i] - discount(rate[i], spread[i], years[i])
    wp.atomic_add(loss, 0, error * error + wp.float64(4.0) * spread[i] * spread[i])


def inputs(device=None):
    rate = np.array([0.03, 0.02, 0.05, 0.04, 0.06, 0.03, 0.02, 0.05])
    spread = np.array([0.04, 0.08, 0.02, 0.05, 0.1, 0.03, 0.06, 0.01])
    return {
        "rate": wp.array(rate, dtype=wp.float64, requires_grad=True, device=device),
        "spread": wp.array(spread, dtype=wp.float64, requires_grad=True, device=device),
    }


def forward(rate, spread):
    loss = wp.zeros(1, dtype=wp.float64, requires_grad=True)
    years, quoted = wp.array(YEARS, dtype=wp.float64), wp.array(QUOTED, dtype=wp.float64)
    wp.launch(compare, dim=8, inputs=[rate, spread, years, quoted], outputs=[loss])
    return loss


def gradient(rate, spread):
    tape = wp.Tape()
    with tape:
        loss = forward(rate, spread)
    tape.backward(loss)
    return {"rate": rate.grad.numpy(), "spread": spread.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
