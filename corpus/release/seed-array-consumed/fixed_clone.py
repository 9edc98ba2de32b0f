"""How the income from seven fields, at fixed prices, changes with how densely they are sown: a dry and a wet year."""

import numpy as np
import warp as wp

PRICE = np.array([0.11, 0.08, 0.14, 0.06, 0.1, 0.12, 0.07], dtype=np.float32)


@wp.kernel
def grow(density: wp.array(dtype=float), rain: float, harvest: wp.array(dtype=float)):
    i = wp.tid()
    harvest[i] = density[i] * wp.exp(-density[i] / rain)


@wp.kernel
def sell(harvest: wp.array(dtype=float), price: wp.array(dtype=float), income: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(income, 0, price[i] * harvest[i])


def inputs(device=None):
    density = np.array([0.6, 1.4, 0.9, 2.1, 1.1, 0.7, 1.7], dtype=np.float32)
    return {"density": wp.array(density, dtype=float, requires_grad=True, device=device)}


def year(density, rain):
    harvest = wp.zeros_like(density)
    wp.launch(grow, dim=7, inputs=[density, rain], outputs=[harvest])
    return harvest


def forward(density):
    price = wp.array(PRICE, dtype=float)
    income = wp.zeros(1, dtype=float, requires_grad=True)
    for rain in (0.8, 1.9):
        wp.launch(sell, dim=7, inputs=[year(density, rain), price], outputs=[income])
    return income


def gradient(density):
    price = wp.array(PRICE, dtype=float)
    for rain in (0.8, 1.9):
        tape = wp.Tape()
        with tape:
            harvest = year(density, rain)
        harvest.grad = wp.clone(price)
        tape.backward()
    return {"density": density.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
