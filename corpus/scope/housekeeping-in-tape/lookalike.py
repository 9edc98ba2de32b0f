"""Tune the gains of a damper for four axes, whose speed is the change of a filtered position since the last cycle."""

import numpy as np
import warp as wp


@wp.kernel
def brake(
    gain: wp.array(dtype=float),
    position: wp.array(dtype=float),
    memory: wp.array(dtype=float),
    force: wp.array(dtype=float),
):
    i = wp.tid()
    change = position[i] - memory[i]
    force[i] = -gain[i] * change * (1.0 + gain[i] * change)


@wp.kernel
def add_error(force: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - force[i]
    wp.atomic_add(loss, 0, error * error)


@wp.kernel
def note(force: wp.array(dtype=float), journal: wp.array(dtype=float)):
    i = wp.tid()
    journal[i] = wp.abs(force[i])


def inputs(device=None):
    values = np.array([0.5, 0.8, 1.1, 0.7], dtype=np.float32)
    return {"gain": wp.array(values, dtype=float, requires_grad=True, device=device)}


def sensors():
    position = wp.array(np.array([0.9, 1.2, -0.3, 0.4], dtype=np.float32), dtype=float)
    memory = wp.array(np.array([0.2, 0.1, 0.8, 1.3], dtype=np.float32), dtype=float)
    return position, memory


def cycle(gain, position, memory):
    wanted = wp.array(np.array([-0.9, -0.4, 1.2, 0.1], dtype=np.float32), dtype=float)
    force = wp.zeros_like(gain)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(brake, dim=4, inputs=[gain, position, memory], outputs=[force])
    wp.launch(add_error, dim=4, inputs=[force, wanted], outputs=[loss])
    journal = wp.zeros(4, dtype=float)
    wp.launch(note, dim=4, inputs=[force], outputs=[journal])
    return loss


def forward(gain):
    return cycle(gain, *sensors())


def gradient(gain):
    position, memory = sensors()
    tape = wp.Tape()
    with tape:
        loss = cycle(gain, position, memory)
    tape.backward(loss)
    return {"gain": gain.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
