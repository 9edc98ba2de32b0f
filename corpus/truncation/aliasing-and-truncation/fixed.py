"""Drive the four legs of a walker over three frames of five steps, so that after every frame they stand near 0.9."""

import numpy as np
import warp as wp

START = np.array([0.1, 0.5, -0.2, 0.3], dtype=np.float32)


@wp.kernel
def step(leg: wp.array(dtype=float), drive: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    own = leg[i]
    other = leg[(i + 2) % 4]
    later[i] = own + 0.2 * drive[i] * wp.cos(1.5 * own) + 0.1 * (other - own)


@wp.kernel
def compare(leg: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.9 - leg[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    drive = np.array([0.6, 0.9, 1.3, 0.4], dtype=np.float32)
    return {"drive": wp.array(drive, dtype=float, requires_grad=True, device=device)}


def start_states():
    leg = wp.array(START, dtype=float, requires_grad=True)
    return [leg] + [wp.zeros_like(leg) for _ in range(5)]


def frame(states, drive, loss):
    for k in range(5):
        wp.launch(step, dim=4, inputs=[states[k], drive], outputs=[states[k + 1]])
    wp.launch(compare, dim=4, inputs=[states[5]], outputs=[loss])


def next_states(states):
    return [states[5]] + [wp.zeros_like(states[5]) for _ in range(5)]


def forward(drive):
    states = start_states()
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    for _ in range(3):
        frame(states, drive, loss)
        states = next_states(states)
    return loss


def gradient(drive):
    tape = wp.Tape()
    with tape:
        loss = forward(drive)
    tape.backward(loss)
    return {"drive": drive.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
