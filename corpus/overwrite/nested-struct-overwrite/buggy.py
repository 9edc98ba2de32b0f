"""Sag of a rubber rod of nine nodes that stiffens under strain; each sweep moves the nodes by the forces on them."""

import numpy as np
import warp as wp


@wp.struct
class Workspace:
    strain: wp.array(dtype=float)


@wp.struct
class Rod:
    stiffness: float
    workspace: Workspace


@wp.kernel
def measure(rod: Rod, sag: wp.array(dtype=float)):
    i = wp.tid()
    rod.workspace.strain[i] = sag[i + 1] - sag[i]


@wp.kernel
def settle(rod: Rod, sag: wp.array(dtype=float), load: wp.array(dtype=float), settled: wp.array(dtype=float)):
    i = wp.tid()
    force = load[i]
    if i > 0:
        left = rod.workspace.strain[i - 1]
        force = force - rod.stiffness * (left + 8.0 * left * left * left)
    if i < 8:
        right = rod.workspace.strain[i]
        force = force + rod.stiffness * (right + 8.0 * right * right * right)
    settled[i] = sag[i] + 0.3 * force


@wp.kernel
def compare(sag: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.1 * float(i) - sag[i]
    wp.atomic_add(loss, 0, error * error)


def make_rod():
    rod = Rod()
    rod.stiffness = 0.3
    rod.workspace.strain = wp.zeros(8, dtype=float, requires_grad=True)
    return rod


def inputs(device=None):
    load = np.array([0.75, -0.6, 0.9, 0.3, -0.75, 0.45, 1.05, -0.3, 0.6], dtype=np.float32)
    return {"load": wp.array(load, dtype=float, requires_grad=True, device=device)}


def forward(load):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    sag = wp.zeros(9, dtype=float, requires_grad=True)
    rod = make_rod()
    for _ in range(5):
        settled = wp.zeros_like(sag)
        wp.launch(measure, dim=8, inputs=[rod, sag])
        wp.launch(settle, dim=9, inputs=[rod, sag, load], outputs=[settled])
        sag = settled
    wp.launch(compare, dim=9, inputs=[sag], outputs=[loss])
    return loss


def gradient(load):
    tape = wp.Tape()
    with tape:
        loss = forward(load)
    tape.backward(loss)
    return {"load": load.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
