"""Bending energy of a stiff fibre of nine nodes, nearly straight: the squares of the angles between its segments."""

import numpy as np
import warp as wp


@wp.kernel
def bend(node: wp.array(dtype=wp.vec3), energy: wp.array(dtype=float)):
    i = wp.tid()
    before = wp.normalize(node[i + 1] - node[i])
    after = wp.normalize(node[i + 2] - node[i + 1])
    angle = wp.acos(wp.dot(before, after))
    wp.atomic_add(energy, 0, 2.0e5 * angle * angle)


def inputs(device=None):
    node = np.zeros((9, 3), dtype=np.float32)
    node[:, 0] = 0.5 * np.arange(9)
    node[:, 1] = 2.0e-5 * np.sin(1.3 * np.arange(9))
    node[:, 2] = 1.5e-5 * np.cos(2.1 * np.arange(9))
    node[7:, 1] = [3.0e-4, 9.0e-4]
    return {"node": wp.array(node, dtype=wp.vec3, requires_grad=True, device=device)}


def forward(node):
    energy = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(bend, dim=7, inputs=[node], outputs=[energy])
    return energy


def gradient(node):
    tape = wp.Tape()
    with tape:
        loss = forward(node)
    tape.backward(loss)
    return {"node": node.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
