"""Turn four scanned heads, each by a rotation vector, until three marks on each lie where they lie on a reference."""

import numpy as np
import warp as wp

MARKS = np.random.default_rng(5).uniform(-0.6, 0.6, (4, 3, 3)).astype(np.float32)
REFERENCE = np.random.default_rng(8).uniform(-0.6, 0.6, (4, 3, 3)).astype(np.float32)


@wp.kernel
def add_misfit(
    turn: wp.array(dtype=wp.vec3),
    marks: wp.array2d(dtype=wp.vec3),
    reference: wp.array2d(dtype=wp.vec3),
    loss: wp.array(dtype=float),
):
    head, mark = wp.tid()
    w = turn[head]
    rotation = wp.normalize(wp.quat(0.5 * w[0], 0.5 * w[1], 0.5 * w[2], 1.0))
    if wp.length(w) > 1.0e-3:
        rotation = wp.quat_from_axis_angle(wp.normalize(w), wp.length(w))
    miss = wp.quat_rotate(rotation, marks[head, mark]) - reference[head, mark]
    wp.atomic_add(loss, 0, 0.1 * wp.dot(miss, miss))


def inputs(device=None):
    turn = np.zeros((4, 3), dtype=np.float32)
    return {"turn": wp.array(turn, dtype=wp.vec3, requires_grad=True, device=device)}


def forward(turn):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    points = [wp.array(MARKS, dtype=wp.vec3), wp.array(REFERENCE, dtype=wp.vec3)]
    wp.launch(add_misfit, dim=(4, 3), inputs=[turn, *points], outputs=[loss])
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
