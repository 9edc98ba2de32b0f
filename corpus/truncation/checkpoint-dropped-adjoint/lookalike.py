"""Stiffness of five springs from where they swing to. Only every third state is kept for the backward pass."""

import numpy as np
import warp as wp

PLACE = np.linspace(0.6, 1.4, 5, dtype=np.float32)


@wp.kernel
def swing(
    stiffness: wp.array(dtype=float),
    state: wp.array(dtype=wp.vec2),
    later: wp.array(dtype=wp.vec2),
):
    i = wp.tid()
    place = state[i][0]
    faster = state[i][1] - 0.3 * stiffness[i] * wp.sin(place)
    later[i] = wp.vec2(place + 0.3 * faster, faster)


@wp.kernel
def compare(state: wp.array(dtype=wp.vec2), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.2 - state[i][0]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    stiffness = np.array([0.5, 0.8, 1.1, 1.5, 2.0], dtype=np.float32)
    return {"stiffness": wp.array(stiffness, dtype=float, requires_grad=True, device=device)}


def segment(stiffness, state):
    for _ in range(3):
        later = wp.zeros_like(state)
        wp.launch(swing, dim=5, inputs=[stiffness, state], outputs=[later])
        state = later
    return state


def checkpoints(stiffness):
    start = np.stack([PLACE, np.zeros_like(PLACE)], axis=1)
    states = [wp.array(start, dtype=wp.vec2, requires_grad=True)]
    for _ in range(4):
        states.append(segment(stiffness, states[-1]))
    return states


def score(state):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(compare, dim=5, inputs=[state], outputs=[loss])
    return loss


def forward(stiffness):
    return score(checkpoints(stiffness)[-1])


def gradient(stiffness):
    states = checkpoints(stiffness)
    tape = wp.Tape()
    with tape:
        loss = score(states[-1])
    tape.backward(loss)
    for start, end in zip(states[-2::-1], states[:0:-1]):
        tape = wp.Tape()
        with tape:
            state = segment(stiffness, start)
        tape.backward(grads={state: end.grad})
    return {"stiffness": stiffness.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
