"""Tune three feedback gains of a carriage with a sluggish motor: position and effort, over four episodes."""

import numpy as np
import warp as wp

STARTS = np.array([[1.0, 0.0, 0.0], [-0.5, 0.8, 0.0], [0.3, -1.0, 0.2], [0.0, 0.6, -0.4]], dtype=np.float32)


@wp.kernel
def step(state: wp.array(dtype=wp.vec3), gains: wp.array(dtype=float), state_next: wp.array(dtype=wp.vec3)):
    episode = wp.tid()
    s = state[episode]
    command = -(gains[0] * s[0] + gains[1] * s[1] + gains[2] * s[2])
    state_next[episode] = wp.vec3(s[0] + 0.2 * s[1], s[1] + 0.2 * s[2], s[2] + 0.4 * (command - s[2]))


@wp.kernel
def add_cost(state: wp.array(dtype=wp.vec3), loss: wp.array(dtype=float)):
    episode = wp.tid()
    s = state[episode]
    wp.atomic_add(loss, 0, 0.05 * s[0] * s[0] + 0.015 * s[2] * s[2])


def inputs(device=None):
    gains = np.array([0.9, 1.1, 0.2], dtype=np.float32)
    return {"gains": wp.array(gains, dtype=float, requires_grad=True, device=device)}


def advance(state, gains, loss):
    state_next = wp.zeros_like(state)
    wp.launch(step, dim=state.shape, inputs=[state, gains], outputs=[state_next])
    wp.launch(add_cost, dim=state.shape, inputs=[state_next], outputs=[loss])
    return state_next


def forward(gains, steps=12):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    state = wp.array(STARTS, dtype=wp.vec3, requires_grad=True)
    for _ in range(steps):
        state = advance(state, gains, loss)
    return loss


def gradient(gains, steps=12):
    total = np.zeros(3)
    state = wp.array(STARTS, dtype=wp.vec3, requires_grad=True)
    for _ in range(steps):
        tape = wp.Tape()
        with tape:
            loss = wp.zeros(1, dtype=float, requires_grad=True)
            state = advance(state, gains, loss)
        tape.backward(loss)
        total += gains.grad.numpy()
        tape.zero()
    return {"gains": total}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
