"""Doses for six patients: four hours later, after exchange between blood and tissue, the drug should act as wanted."""

import numpy as np
import warp as wp


@wp.struct
class Body:
    blood: float
    tissue: float


@wp.kernel
def wait(dose: wp.array(dtype=float), weight: wp.array(dtype=float), effect: wp.array(dtype=float)):
    i = wp.tid()
    body = Body()
    body.blood = dose[i] / weight[i]
    body.tissue = 0.2 * dose[i]
    for _ in range(4):
        passed = 0.3 * body.blood - 0.2 * body.tissue
        body.blood = body.blood - passed - 0.1 * body.blood
        body.tissue = body.tissue + passed
    effect[i] = body.tissue / (0.5 + body.tissue) + 0.3 * body.blood


@wp.kernel
def add_misfit(effect: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = wanted[i] - effect[i]
    wp.atomic_add(loss, 0, misfit * misfit)


def inputs(device=None):
    dose = np.array([0.8, 1.5, 1.1, 2.0, 0.6, 1.3], dtype=np.float32)
    return {"dose": wp.array(dose, dtype=float, requires_grad=True, device=device)}


def forward(dose):
    weight = wp.array(np.array([0.7, 1.1, 0.9, 1.4, 0.6, 1.2], dtype=np.float32), dtype=float)
    wanted = wp.array(np.array([0.9, 0.6, 0.95, 0.85, 0.4, 0.8], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    effect = wp.zeros_like(dose)
    wp.launch(wait, dim=6, inputs=[dose, weight], outputs=[effect])
    wp.launch(add_misfit, dim=6, inputs=[effect, wanted], outputs=[loss])
    return loss


def gradient(dose):
    tape = wp.Tape()
    with tape:
        loss = forward(dose)
    tape.backward(loss)
    return {"dose": dose.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
