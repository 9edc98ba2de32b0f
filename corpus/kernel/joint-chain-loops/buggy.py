"""Bend five snake-like arms, each of three segments with four joints, so that their tips reach wanted points."""

import numpy as np
import warp as wp

GOALS = np.array([[0.6, 1.4], [1.2, 0.9], [0.2, 1.7], [1.5, -0.3], [0.9, 1.1]], dtype=np.float32)


@wp.kernel
def reach(bend: wp.array2d(dtype=float), segments: int, joints: int, tip: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    angle = float(0.0)
    place = wp.vec2(0.0, 0.0)
    for s in range(segments):
        for j in range(joints):
            angle = angle + bend[i, joints * s + j]
            place = place + (0.22 - 0.04 * float(s)) * wp.vec2(wp.cos(angle), wp.sin(angle))
    tip[i] = place


@wp.kernel
def compare(tip: wp.array(dtype=wp.vec2), goal: wp.array(dtype=wp.vec2), loss: wp.array(dtype=float)):
    i = wp.tid()
    miss = goal[i] - tip[i]
    wp.atomic_add(loss, 0, 0.04 * wp.dot(miss, miss))


def inputs(device=None):
    arms, joints = np.meshgrid(np.arange(5), np.arange(12), indexing="ij")
    bend = (0.25 * np.cos(0.9 * arms + 0.35 * joints)).astype(np.float32)
    return {"bend": wp.array(bend, dtype=float, requires_grad=True, device=device)}


def forward(bend):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    tip = wp.zeros(5, dtype=wp.vec2, requires_grad=True)
    wp.launch(reach, dim=5, inputs=[bend, 3, 4], outputs=[tip])
    wp.launch(compare, dim=5, inputs=[tip, wp.array(GOALS, dtype=wp.vec2)], outputs=[loss])
    return loss


def gradient(bend):
    tape = wp.Tape()
    with tape:
        loss = forward(bend)
    tape.backward(loss)
    return {"bend": bend.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
