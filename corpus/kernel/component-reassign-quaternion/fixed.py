"""Find the turn of five cameras, as half-angle vectors, from where each of them sees the same beacon."""

import numpy as np
import warp as wp

SEEN = np.array([[0.9, 0.4, 0.2], [0.8, 0.1, 0.6], [0.3, 0.7, 0.6], [0.6, 0.6, 0.5], [0.2, 0.3, 0.9]], dtype=np.float32)


@wp.kernel
def look(turn: wp.array(dtype=wp.vec3), view: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    half = turn[i]
    size = wp.sqrt(1.0 + wp.dot(half, half))
    q = wp.quat(half[0] / size, half[1] / size, half[2] / size, 1.0 / size)
    view[i] = wp.quat_rotate(q, wp.vec3(0.8, 0.0, 0.6))


@wp.kernel
def compare(view: wp.array(dtype=wp.vec3), seen: wp.array(dtype=wp.vec3), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = seen[i] - view[i]
    wp.atomic_add(loss, 0, 0.5 * wp.dot(error, error))


def inputs(device=None):
    turn = np.array(
        [[0.2, 0.1, 0.3], [-0.1, 0.2, 0.1], [0.3, -0.2, 0.4], [0.1, 0.1, 0.5], [-0.2, -0.3, 0.2]], dtype=np.float32
    )
    return {"turn": wp.array(turn, dtype=wp.vec3, requires_grad=True, device=device)}


def forward(turn):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    view = wp.zeros_like(turn)
    wp.launch(look, dim=5, inputs=[turn], outputs=[view])
    wp.launch(compare, dim=5, inputs=[view, wp.array(SEEN, dtype=wp.vec3)], outputs=[loss])
    return loss


def gradient(turn):
    tape = wp.Tape()
    with tape:
        loss = forward(turn)
    tape.backward(loss)
    return {"turn": turn.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
