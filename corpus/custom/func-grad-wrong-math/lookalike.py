"""Fit food supply and half-saturation of nine cultures to the growth that was measured of them."""

import numpy as np
import warp as wp

GROWTH = np.array([0.8, 0.5, 0.3, 0.7, 0.2, 0.6, 0.4, 0.9, 0.1], dtype=np.float32)


@wp.func
def uptake(food: float, half: float):
    return food * food / (half * half + food * food)


@wp.func_grad(uptake)
def adj_uptake(food: float, half: float, adj_ret: float):
    total = half * half + food * food
    share = food * food / total
    wp.adjoint[food] += 2.0 * share * (1.0 - share) / food * adj_ret
    wp.adjoint[half] -= 2.0 * share * (1.0 - share) / half * adj_ret


@wp.kernel
def grow(
    food: wp.array(dtype=float), half: wp.array(dtype=float), growth: wp.array(dtype=float), loss: wp.array(dtype=float)
):
    i = wp.tid()
    error = growth[i] - uptake(food[i], half[i])
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    food = np.array([0.6, 1.3, 0.9, 2.1, 0.4, 1.7, 1.1, 0.8, 1.5], dtype=np.float32)
    half = np.array([0.7, 0.9, 1.4, 1.6, 0.5, 2.0, 0.6, 1.2, 0.8], dtype=np.float32)
    return {
        "food": wp.array(food, dtype=float, requires_grad=True, device=device),
        "half": wp.array(half, dtype=float, requires_grad=True, device=device),
    }


def forward(food, half):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(grow, dim=9, inputs=[food, half, wp.array(GROWTH, dtype=float)], outputs=[loss])
    return loss


def gradient(food, half):
    tape = wp.Tape()
    with tape:
        loss = forward(food, half)
    tape.backward(loss)
    return {"food": food.grad.numpy(), "half": half.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
