"""Dose a drug for six patients: over five hours the liver clears what its enzyme has bound, which saturates."""

import numpy as np
import warp as wp

WANTED = np.array([0.5, 0.9, 0.4, 1.1, 0.7, 0.3], dtype=np.float32)


@wp.kernel
def bind(blood: wp.array(dtype=float), affinity: wp.array(dtype=float), bound: wp.array(dtype=float)):
    i = wp.tid()
    bound[i] = affinity[i] * blood[i]


@wp.kernel
def clear(blood: wp.array(dtype=float), bound: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    taken = bound[i] * 1.6
    later[i] = blood[i] - 0.4 * taken / (1.0 + taken)


@wp.kernel
def compare(blood: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - blood[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    dose = np.array([1.4, 2.1, 1.1, 1.8, 1.6, 1.2], dtype=np.float32)
    affinity = np.array([0.6, 0.9, 0.5, 0.4, 0.8, 0.7], dtype=np.float32)
    return {
        "dose": wp.array(dose, dtype=float, requires_grad=True, device=device),
        "affinity": wp.array(affinity, dtype=float, requires_grad=True, device=device),
    }


def forward(dose, affinity):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    blood = dose
    for _ in range(5):
        bound = wp.zeros(6, dtype=float, requires_grad=True)
        wp.launch(bind, dim=6, inputs=[blood, affinity], outputs=[bound])
        later = wp.zeros_like(blood)
        wp.launch(clear, dim=6, inputs=[blood, bound], outputs=[later])
        blood = later
    wp.launch(compare, dim=6, inputs=[blood, wp.array(WANTED, dtype=float)], outputs=[loss])
    return loss


def gradient(dose, affinity):
    tape = wp.Tape()
    with tape:
        loss = forward(dose, affinity)
    tape.backward(loss)
    return {"dose": dose.grad.numpy(), "affinity": affinity.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
