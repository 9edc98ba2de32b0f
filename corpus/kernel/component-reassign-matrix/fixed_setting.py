"""Find the stiffness of three springs in a row, on four benches, from loads and the displacements under them."""

import numpy as np
import warp as wp

wp.config.enable_vector_component_overwrites = True

MOVED = np.array([[0.5, 0.7, 1.1], [0.3, 0.6, 0.8], [0.4, 0.9, 1.0], [0.2, 0.7, 0.9]], dtype=np.float32)
LOAD = np.array([[0.1, 0.2, 0.3], [0.2, 0.1, 0.1], [0.0, 0.3, 0.2], [0.1, 0.2, 0.1]], dtype=np.float32)


@wp.kernel
def pull(spring: wp.array(dtype=wp.vec3), moved: wp.array(dtype=wp.vec3), force: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    s = spring[i]
    k = wp.mat33()
    k[0, 0] = s[0]
    k[0, 0] = k[0, 0] + s[1]
    k[0, 1] = -s[1]
    k[1, 0] = -s[1]
    k[1, 1] = s[1]
    k[1, 1] = k[1, 1] + s[2]
    k[1, 2] = -s[2]
    k[2, 1] = -s[2]
    k[2, 2] = s[2]
    force[i] = k * moved[i]


@wp.kernel
def compare(force: wp.array(dtype=wp.vec3), load: wp.array(dtype=wp.vec3), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = load[i] - force[i]
    wp.atomic_add(loss, 0, wp.dot(error, error))


def inputs(device=None):
    spring = np.array([[0.9, 1.2, 0.6], [1.1, 0.7, 0.9], [0.5, 0.8, 1.3], [1.4, 0.6, 0.7]], dtype=np.float32)
    return {"spring": wp.array(spring, dtype=wp.vec3, requires_grad=True, device=device)}


def forward(spring):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    force = wp.zeros(4, dtype=wp.vec3, requires_grad=True)
    wp.launch(pull, dim=4, inputs=[spring, wp.array(MOVED, dtype=wp.vec3)], outputs=[force])
    wp.launch(compare, dim=4, inputs=[force, wp.array(LOAD, dtype=wp.vec3)], outputs=[loss])
    return loss


def gradient(spring):
    tape = wp.Tape()
    with tape:
        loss = forward(spring)
    tape.backward(loss)
    return {"spring": spring.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
