"""Set the bearing, reach and height of seven cranes so that their hooks come together in one place."""

import numpy as np
import warp as wp

FOOT = np.array([[2, 0, 0], [1, 2, 0], [-1, 2, 0], [-2, 0, 0], [-1, -2, 0], [1, -2, 0], [0, 3, 0]], dtype=np.float32)


@wp.kernel
def place_hook(pose: wp.array(dtype=wp.vec3), foot: wp.array(dtype=wp.vec3), hook: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    p = pose[i]
    f = foot[i]
    x = f[0] + p[1] * wp.cos(p[0])
    y = f[1] + p[1] * wp.sin(p[0])
    hook[i] = wp.vec3(x, y, p[2] - 0.1 * p[1] * p[1])


@wp.kernel
def add_distance(hook: wp.array(dtype=wp.vec3), place: wp.vec3, loss: wp.array(dtype=float)):
    i = wp.tid()
    gap = place - hook[i]
    wp.atomic_add(loss, 0, 0.1 * wp.dot(gap, gap))


def inputs(device=None):
    bearing = np.array([2.9, -2.4, -1.3, 0.4, 1.3, 1.9, -1.4], dtype=np.float32)
    reach = np.array([1.6, 1.9, 2.4, 1.7, 2.0, 1.8, 2.6], dtype=np.float32)
    height = np.array([1.4, 1.1, 1.9, 0.9, 1.6, 1.2, 1.5], dtype=np.float32)
    pose = np.stack([bearing, reach, height], axis=1)
    return {"pose": wp.array(pose, dtype=wp.vec3, requires_grad=True, device=device)}


def forward(pose):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    hook = wp.zeros_like(pose)
    wp.launch(place_hook, dim=7, inputs=[pose, wp.array(FOOT, dtype=wp.vec3)], outputs=[hook])
    wp.launch(add_distance, dim=7, inputs=[hook, wp.vec3(0.2, 0.3, 0.8)], outputs=[loss])
    return loss


def gradient(pose):
    tape = wp.Tape()
    with tape:
        loss = forward(pose)
    tape.backward(loss)
    return {"pose": pose.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
