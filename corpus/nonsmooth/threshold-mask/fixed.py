"""Dim five lamps over a shelf of sixteen seedlings so that the share of seedlings with enough light is 0.5."""

import numpy as np
import warp as wp


@wp.func
def enough(light: float):
    lit = float(0.0)
    if light > 0.8:
        lit = 1.0
    return lit


@wp.func_grad(enough)
def adj_enough(light: float, adj_ret: float):
    soft = 1.0 / (1.0 + wp.exp(-6.0 * (light - 0.8)))
    wp.adjoint[light] += 6.0 * soft * (1.0 - soft) * adj_ret


@wp.kernel
def shine(lamp: wp.array(dtype=float), light: wp.array(dtype=float)):
    seedling, k = wp.tid()
    x = 0.3 * float(seedling) - 1.1 * float(k)
    wp.atomic_add(light, seedling, lamp[k] / (1.0 + 2.0 * x * x))


@wp.kernel
def count(light: wp.array(dtype=float), share: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(share, 0, enough(light[i]) / 16.0)


@wp.kernel
def compare(share: wp.array(dtype=float), loss: wp.array(dtype=float)):
    error = 0.5 - share[0]
    loss[0] = error * error


def inputs(device=None):
    lamp = np.array([0.75, 0.5, 0.35, 0.45, 0.25], dtype=np.float32)
    return {"lamp": wp.array(lamp, dtype=float, requires_grad=True, device=device)}


def forward(lamp):
    light = wp.zeros(16, dtype=float, requires_grad=True)
    share = wp.zeros(1, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(shine, dim=(16, 5), inputs=[lamp], outputs=[light])
    wp.launch(count, dim=16, inputs=[light], outputs=[share])
    wp.launch(compare, dim=1, inputs=[share], outputs=[loss])
    return loss


def gradient(lamp):
    tape = wp.Tape()
    with tape:
        loss = forward(lamp)
    tape.backward(loss)
    return {"lamp": lamp.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
