"""Command five stages of four axes; every axis stops short of its command by its play, in the direction of travel."""

import numpy as np
import warp as wp


@wp.kernel
def travel(command: wp.array(dtype=wp.vec4), play: float, place: wp.array(dtype=wp.vec4)):
    i = wp.tid()
    c = command[i]
    place[i] = c - play * wp.vec4(wp.sign(c[0]), wp.sign(c[1]), wp.sign(c[2]), wp.sign(c[3]))


@wp.kernel
def add_error(place: wp.array(dtype=wp.vec4), target: wp.array(dtype=wp.vec4), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = target[i] - place[i]
    wp.atomic_add(loss, 0, 0.25 * wp.dot(error, error))


def inputs(device=None):
    command = 0.9 * np.cos(np.arange(20).reshape(5, 4) * 1.3 + 0.2)
    return {"command": wp.array(command.astype(np.float32), dtype=wp.vec4, requires_grad=True, device=device)}


def forward(command):
    aims = 0.7 * np.cos(np.arange(20).reshape(5, 4) * 1.3 + 0.6)
    target = wp.array(aims.astype(np.float32), dtype=wp.vec4)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    place = wp.zeros_like(command)
    wp.launch(travel, dim=5, inputs=[command, 0.15], outputs=[place])
    wp.launch(add_error, dim=5, inputs=[place, target], outputs=[loss])
    return loss


def gradient(command):
    tape = wp.Tape()
    with tape:
        loss = forward(command)
    tape.backward(loss)
    return {"command": command.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
