"""Energy of a chain of seven atoms: that of every atom by itself, and a bond for each pair of neighbours."""

import numpy as np
import warp as wp


@wp.func
def bond(distance: float):
    e = 1.0 - wp.exp(1.2 - 1.6 * distance)
    return 0.5 * 0.4 * e * e


@wp.func_grad(bond)
def adj_bond(distance: float, adj_ret: float):
    e = 1.0 - wp.exp(1.2 - 1.6 * distance)
    wp.adjoint[distance] += 0.5 * 0.4 * 2.0 * e * 1.6 * (1.0 - e) * adj_ret


@wp.kernel
def add_energy(place: wp.array(dtype=wp.vec2), alone: wp.array(dtype=float), energy: wp.array(dtype=float)):
    i, side = wp.tid()
    j = i + 2 * side - 1
    if side == 0:
        wp.atomic_add(energy, 0, alone[i])
    if j >= 0 and j < 7:
        wp.atomic_add(energy, 0, bond(wp.length(place[j] - place[i])))


def inputs(device=None):
    place = np.zeros((7, 2), dtype=np.float32)
    place[:, 0] = [0.0, 0.9, 1.5, 2.4, 3.5, 4.2, 5.0]
    place[:, 1] = [0.1, -0.2, 0.3, -0.1, 0.2, -0.3, 0.1]
    return {"place": wp.array(place, dtype=wp.vec2, requires_grad=True, device=device)}


def forward(place):
    alone = wp.array(np.full(7, 402653.0, dtype=np.float32), dtype=float)
    energy = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(add_energy, dim=(7, 2), inputs=[place, alone], outputs=[energy])
    return energy


def gradient(place):
    tape = wp.Tape()
    with tape:
        loss = forward(place)
    tape.backward(loss)
    return {"place": place.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
