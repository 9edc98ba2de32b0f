"""Push four hovercraft for three seconds so that they come to rest; drag grows with the square of the speed."""

import numpy as np
import warp as wp


@wp.kernel
def glide(velocity: wp.array(dtype=wp.vec2), push: wp.array(dtype=wp.vec2), later: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    v = velocity[i]
    speed = wp.sqrt(wp.dot(v, v))
    later[i] = v + push[i] - 0.25 * speed * v


@wp.kernel
def add_energy(velocity: wp.array(dtype=wp.vec2), push: wp.array(dtype=wp.vec2), loss: wp.array(dtype=float)):
    i = wp.tid()
    v = velocity[i]
    u = push[i]
    wp.atomic_add(loss, 0, 0.5 * wp.dot(v, v) + 2.0 * wp.dot(u, u))


def inputs(device=None):
    velocity = np.array([[1.2, -0.6], [0.0, 0.0], [-0.9, 0.3], [0.4, 1.0]], dtype=np.float32)
    push = np.array([[-0.2, 0.1], [0.3, 0.2], [0.1, -0.1], [0.0, -0.3]], dtype=np.float32)
    return {
        "velocity": wp.array(velocity, dtype=wp.vec2, requires_grad=True, device=device),
        "push": wp.array(push, dtype=wp.vec2, requires_grad=True, device=device),
    }


def forward(velocity, push):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    now = velocity
    for _ in range(3):
        later = wp.zeros_like(now)
        wp.launch(glide, dim=4, inputs=[now, push], outputs=[later])
        now = later
    wp.launch(add_energy, dim=4, inputs=[now, push], outputs=[loss])
    return loss


def gradient(velocity, push):
    tape = wp.Tape()
    with tape:
        loss = forward(velocity, push)
    tape.backward(loss)
    return {"velocity": velocity.grad.numpy(), "push": push.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
