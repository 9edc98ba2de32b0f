"""Push six beads around a circular wire of radius 1.2: after every push each bead is put back on the wire."""

import numpy as np
import warp as wp


@wp.kernel
def push_beads(bead: wp.array(dtype=wp.vec2), push: wp.array(dtype=wp.vec2), pushed: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    pushed[i] = bead[i] + push[i]


@wp.kernel
def project(pushed: wp.array(dtype=wp.vec2), radius: float, on_wire: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    p = pushed[i]
    on_wire[i] = (radius / wp.length(p)) * p


@wp.kernel
def add_distance(bead: wp.array(dtype=wp.vec2), goal: wp.vec2, loss: wp.array(dtype=float)):
    i = wp.tid()
    away = goal - bead[i]
    wp.atomic_add(loss, 0, 0.1 * wp.dot(away, away))


def inputs(device=None):
    push = np.array([[0.5, 0.2], [0.4, 0.4], [0.3, 0.6], [0.7, 0.1], [0.2, 0.5], [0.6, 0.6]], dtype=np.float32)
    return {"push": wp.array(push, dtype=wp.vec2, requires_grad=True, device=device)}


def forward(push):
    angle = np.linspace(0.0, 2.0, 6)
    start = 1.2 * np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
    bead = wp.array(start, dtype=wp.vec2, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    for _ in range(3):
        pushed = wp.zeros_like(bead)
        on_wire = wp.zeros_like(bead)
        wp.launch(push_beads, dim=6, inputs=[bead, push], outputs=[pushed])
        wp.launch(project, dim=6, inputs=[pushed, 1.2], outputs=[on_wire])
        wp.copy(pushed, on_wire)
        bead = pushed
    wp.launch(add_distance, dim=6, inputs=[bead, wp.vec2(0.0, 1.2)], outputs=[loss])
    return loss


def gradient(push):
    tape = wp.Tape()
    with tape:
        loss = forward(push)
    tape.backward(loss)
    return {"push": push.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
