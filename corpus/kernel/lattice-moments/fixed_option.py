"""Populations of three cells of a D3Q19 lattice gas, so that the gas in each of them flows with a wanted velocity."""

import numpy as np
import warp as wp

wp.set_module_options({"max_unroll": 19})

SITES = np.array([[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], dtype=np.float32)
DIRECTIONS = SITES[np.abs(SITES).sum(axis=1) < 3]
WANTED = np.array([[0.3, 0.0, -0.1], [0.1, 0.2, 0.0], [0.0, -0.2, 0.3]], dtype=np.float32)


@wp.kernel
def flow(population: wp.array2d(dtype=float), direction: wp.array(dtype=wp.vec3), velocity: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    density = float(0.0)
    momentum = wp.vec3(0.0, 0.0, 0.0)
    for k in range(19):
        density = density + population[i, k]
        momentum = momentum + population[i, k] * direction[k]
    velocity[i] = momentum / (0.5 + density)


@wp.kernel
def compare(velocity: wp.array(dtype=wp.vec3), wanted: wp.array(dtype=wp.vec3), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - velocity[i]
    wp.atomic_add(loss, 0, wp.dot(error, error))


def inputs(device=None):
    population = 0.08 + 0.05 * np.sin(1.7 * np.arange(57, dtype=np.float32)).reshape(3, 19)
    return {"population": wp.array(population, dtype=float, requires_grad=True, device=device)}


def forward(population):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    velocity = wp.zeros(3, dtype=wp.vec3, requires_grad=True)
    direction = wp.array(DIRECTIONS, dtype=wp.vec3)
    wp.launch(flow, dim=3, inputs=[population, direction], outputs=[velocity])
    wp.launch(compare, dim=3, inputs=[velocity, wp.array(WANTED, dtype=wp.vec3)], outputs=[loss])
    return loss


def gradient(population):
    tape = wp.Tape()
    with tape:
        loss = forward(population)
    tape.backward(loss)
    return {"population": population.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
