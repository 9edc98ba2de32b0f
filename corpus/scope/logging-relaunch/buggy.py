"""Phases of eight antennas for a wanted power in six directions; what happens off the frequency is reported too."""

import numpy as np
import warp as wp

WANTED = np.array([0.1, 0.5, 0.9, 0.4, 0.2, 0.1], dtype=np.float32)
REPORT = []


@wp.struct
class Beam:
    field: wp.array(dtype=wp.vec2)


@wp.kernel
def radiate(phase: wp.array(dtype=float), frequency: float, beam: Beam):
    d = wp.tid()
    delay = 3.14159265 * frequency * wp.sin(0.3 * float(d) - 0.6)
    total = wp.vec2(0.0, 0.0)
    for k in range(8):
        turn = float(k) * delay + phase[k]
        total = total + 0.125 * wp.vec2(wp.cos(turn), wp.sin(turn))
    beam.field[d] = total


@wp.kernel
def compare(beam: Beam, wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    d = wp.tid()
    error = wanted[d] - wp.dot(beam.field[d], beam.field[d])
    wp.atomic_add(loss, 0, 0.4 * error * error)


def inputs(device=None):
    phase = np.array([0.1, 0.5, -0.3, 0.8, 0.2, -0.6, 0.4, 1.1], dtype=np.float32)
    return {"phase": wp.array(phase, dtype=float, requires_grad=True, device=device)}


def report(phase, beam):
    wp.launch(radiate, dim=6, inputs=[phase, 1.15], outputs=[beam])
    REPORT.append((beam.field.numpy() ** 2).sum(axis=1))


def steer(phase, beam):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(radiate, dim=6, inputs=[phase, 1.0], outputs=[beam])
    wp.launch(compare, dim=6, inputs=[beam, wp.array(WANTED, dtype=float)], outputs=[loss])
    report(phase, beam)
    return loss


def forward(phase):
    beam = Beam()
    beam.field = wp.zeros(6, dtype=wp.vec2, requires_grad=True)
    return steer(phase, beam)


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
    print("off the frequency", REPORT[-1])
