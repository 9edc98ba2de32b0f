"""Phases of eight antennas in a row: the strength of the summed wave should follow a pattern in five directions."""

import numpy as np
import warp as wp

PATTERN = np.array([0.2, 0.5, 0.9, 0.4, 0.1], dtype=np.float32)


@wp.kernel
def radiate(phase: wp.array(dtype=float), field: wp.array(dtype=wp.vec2)):
    direction, antenna = wp.tid()
    lag = phase[antenna] + 0.4 * float(direction - 2) * float(antenna)
    wp.atomic_add(field, direction, wp.vec2(0.125 * wp.cos(lag), 0.125 * wp.sin(lag)))


@wp.kernel(enable_backward=False)
def aim(pattern: wp.array(dtype=float), intensity: wp.array(dtype=float)):
    direction = wp.tid()
    intensity[direction] = pattern[direction] * pattern[direction]


@wp.kernel
def add_error(field: wp.array(dtype=wp.vec2), intensity: wp.array(dtype=float), loss: wp.array(dtype=float)):
    direction = wp.tid()
    wave = field[direction]
    error = intensity[direction] - wp.dot(wave, wave)
    wp.atomic_add(loss, 0, 8.0 * error * error)


def inputs(device=None):
    phase = np.array([0.3, -0.2, 0.6, 0.1, -0.5, 0.4, 0.9, -0.1], dtype=np.float32)
    return {"phase": wp.array(phase, dtype=float, requires_grad=True, device=device)}


def forward(phase):
    pattern = wp.array(PATTERN, dtype=float)
    intensity = wp.zeros(5, dtype=float)
    field = wp.zeros(5, dtype=wp.vec2, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(aim, dim=5, inputs=[pattern], outputs=[intensity])
    wp.launch(radiate, dim=(5, 8), inputs=[phase], outputs=[field])
    wp.launch(add_error, dim=5, inputs=[field, intensity], outputs=[loss])
    return loss


def gradient(phase):
    tape = wp.Tape()
    with tape:
        loss = forward(phase)
    tape.backward(loss)
    return {"phase": phase.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
