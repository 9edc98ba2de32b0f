"""Stiffness of five springs from where they swing to. Only every third state is kept for the backward pass."""

import numpy as np
import warp as wp

PLACE = np.linspace(0.6, 1.4, 5, dtype=np.float32)


@wp.kernel
def swing(
    stiffness: wp.array(dtype=float),
    place: wp.array(dtype=float),
    speed: wp.array(dtype=float),
    next_place: wp.array(dtype=float),
    next_speed: wp.array(dtype=float),
):
    i = wp.tid()
    faster = speed[i] - 0.3 * stiffness[i] * wp.sin(place[i])
    next_speed[i] = faster
    next_place[i] = place[i] + 0.3 * faster


@wp.kernel
def compare(place: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.2 - place[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    stiffness = np.array([0.5, 0.8, 1.1, 1.5, 2.0], dtype=np.float32)
    return {"stiffness": wp.array(stiffness, dtype=float, requires_grad=True, device=device)}


def segment(stiffness, place, speed):
    for _ in range(3):
        later = [wp.zeros_like(place), wp.zeros_like(speed)]
        wp.launch(swing, dim=5, inputs=[stiffness, place, speed], outputs=later)
        place, speed = later
    return place, speed


def checkpoints(stiffness):
    place = wp.array(PLACE, dtype=float, requires_grad=True)
    states = [(place, wp.zeros_like(place))]
    for _ in range(4):
        states.append(segment(stiffness, *states[-1]))
    return states


def score(place):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(compare, dim=5, inputs=[place], outputs=[loss])
    return loss


def forward(stiffness):
    return score(checkpoints(stiffness)[-1][0])


def gradient(stiffness):
    states = checkpoints(stiffness)
    tape = wp.Tape()
    with tape:
        loss = score(states[-1][0])
    tape.backward(loss)
    for start, end in zip(states[-2::-1], states[:0:-1]):
        tape = wp.Tape()
        with tape:
            place, speed = segment(stiffness, *start)
        tape.backward(grads={place: end[0].grad, speed: end[1].grad})
    return {"stiffness": stiffness.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
