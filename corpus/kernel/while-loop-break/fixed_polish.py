"""Find phase and eccentricity of six orbits from where on their ellipses the planets were seen."""

import numpy as np
import warp as wp

SEEN = np.array([0.7, 0.1, -0.6, -1.2, 0.4, -0.9], dtype=np.float32)


@wp.kernel
def solve_kepler(phase: wp.array(dtype=float), ecc: wp.array(dtype=float), angle: wp.array(dtype=float)):
    i = wp.tid()
    x = float(0.0)
    turn = int(0)
    while turn < 30:
        step = (x - ecc[i] * wp.sin(x) - phase[i]) / (1.0 - ecc[i] * wp.cos(x))
        x = x - step
        if wp.abs(step) < 1.0e-5:
            break
        turn = turn + 1
    angle[i] = x


@wp.kernel
def step_once(
    guess: wp.array(dtype=float), phase: wp.array(dtype=float), ecc: wp.array(dtype=float), angle: wp.array(dtype=float)
):
    i = wp.tid()
    x = guess[i]
    angle[i] = x - (x - ecc[i] * wp.sin(x) - phase[i]) / (1.0 - ecc[i] * wp.cos(x))


@wp.kernel
def compare(
    angle: wp.array(dtype=float), ecc: wp.array(dtype=float), seen: wp.array(dtype=float), loss: wp.array(dtype=float)
):
    i = wp.tid()
    error = seen[i] + ecc[i] - wp.cos(angle[i])
    wp.atomic_add(loss, 0, 0.5 * error * error)


def inputs(device=None):
    phase = np.array([0.5, 0.9, 1.6, 2.2, 0.7, 1.9], dtype=np.float32)
    ecc = np.array([0.3, 0.5, 0.2, 0.45, 0.6, 0.35], dtype=np.float32)
    return {
        "phase": wp.array(phase, dtype=float, requires_grad=True, device=device),
        "ecc": wp.array(ecc, dtype=float, requires_grad=True, device=device),
    }


def forward(phase, ecc):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    angle = wp.zeros_like(phase)
    guess = wp.zeros(6, dtype=float)
    wp.launch(solve_kepler, dim=6, inputs=[phase, ecc], outputs=[guess])
    wp.launch(step_once, dim=6, inputs=[guess, phase, ecc], outputs=[angle])
    wp.launch(compare, dim=6, inputs=[angle, ecc, wp.array(SEEN, dtype=float)], outputs=[loss])
    return loss


def gradient(phase, ecc):
    tape = wp.Tape()
    with tape:
        loss = forward(phase, ecc)
    tape.backward(loss)
    return {"phase": phase.grad.numpy(), "ecc": ecc.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
