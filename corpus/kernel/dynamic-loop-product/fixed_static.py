"""Share out the failure risk of four machines over their six parts so that each survives as often as asked."""

import numpy as np
import warp as wp

ASKED = np.array([0.95, 0.5, 0.8, 0.6], dtype=np.float32)


@wp.kernel
def run_a_year(risk: wp.array2d(dtype=float), survival: wp.array(dtype=float)):
    i = wp.tid()
    alive = float(1.0)
    for j in range(6):
        alive = alive * (1.0 - risk[i, j])
    survival[i] = alive


@wp.kernel
def compare(survival: wp.array(dtype=float), asked: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = asked[i] - survival[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    risk = np.array(
        [
            [0.05, 0.10, 0.20, 0.02, 0.08, 0.12],
            [0.30, 0.04, 0.06, 0.15, 0.09, 0.25],
            [0.07, 0.22, 0.01, 0.11, 0.18, 0.03],
            [0.16, 0.13, 0.28, 0.05, 0.02, 0.09],
        ],
        dtype=np.float32,
    )
    return {"risk": wp.array(risk, dtype=float, requires_grad=True, device=device)}


def forward(risk):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    survival = wp.zeros(4, dtype=float, requires_grad=True)
    wp.launch(run_a_year, dim=4, inputs=[risk], outputs=[survival])
    wp.launch(compare, dim=4, inputs=[survival, wp.array(ASKED, dtype=float)], outputs=[loss])
    return loss


def gradient(risk):
    tape = wp.Tape()
    with tape:
        loss = forward(risk)
    tape.backward(loss)
    return {"risk": risk.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
