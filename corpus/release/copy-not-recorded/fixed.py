"""Start phases and coupling of six metronomes on one table, so that four beats later neighbours tick as wanted."""

import numpy as np
import warp as wp

APART = np.array([0.3, -0.2, 0.1, 0.4, -0.3], dtype=np.float32)


@wp.kernel
def beat(phase: wp.array(dtype=float), pull: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    turned = phase[i] + 0.1 * float(i)
    for j in range(6):
        turned += 0.15 * pull[i] * wp.sin(phase[j] - phase[i])
    later[i] = turned


@wp.kernel
def compare(phase: wp.array(dtype=float), apart: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    gap = phase[i + 1] - phase[i]
    wp.atomic_add(loss, 0, 0.3 * (1.0 - wp.cos(gap - apart[i])))


def inputs(device=None):
    start = np.array([0.2, 1.1, -0.4, 0.7, 1.5, -0.9], dtype=np.float32)
    pull = np.array([0.8, 0.5, 1.0, 0.7, 0.4, 0.9], dtype=np.float32)
    return {
        "start": wp.array(start, dtype=float, requires_grad=True, device=device),
        "pull": wp.array(pull, dtype=float, requires_grad=True, device=device),
    }


def forward(start, pull):
    phase = start
    for _ in range(4):
        later = wp.zeros_like(start)
        wp.launch(beat, dim=6, inputs=[phase, pull], outputs=[later])
        phase = later
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(compare, dim=5, inputs=[phase, wp.array(APART, dtype=float)], outputs=[loss])
    return loss


def gradient(start, pull):
    tape = wp.Tape()
    with tape:
        loss = forward(start, pull)
    tape.backward(loss)
    return {"start": start.grad.numpy(), "pull": pull.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
