"""Choose the doses of three salts for four tanks, and the volumes of the tanks, so that the brine is as wanted."""

import numpy as np
import warp as wp

WANTED = np.array([[1.9, 0.4, 0.9, 0.7], [0.7, 0.9, 0.8, 0.2], [1.4, 0.3, 1.2, 0.6]], dtype=np.float32)


@wp.kernel
def dissolve(dose: wp.array2d(dtype=float), brine: wp.array2d(dtype=float)):
    i, j = wp.tid()
    brine[i, j] = dose[i, j] / (1.0 + 0.25 * dose[i, j])


@wp.kernel
def dilute(volume: wp.array(dtype=float), brine: wp.array2d(dtype=float), thin: wp.array2d(dtype=float)):
    i, j = wp.tid()
    thin[i, j] = brine[i, j] / volume[j]


@wp.kernel
def compare(brine: wp.array2d(dtype=float), wanted: wp.array2d(dtype=float), loss: wp.array(dtype=float)):
    i, j = wp.tid()
    error = wanted[i, j] - brine[i, j]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    dose = np.array([[1.9, 1.2, 0.8, 2.2], [0.7, 1.6, 1.1, 0.9], [1.4, 0.6, 1.7, 1.3]], dtype=np.float32)
    volume = np.array([0.6, 1.5, 0.8, 2.4], dtype=np.float32)
    return {
        "dose": wp.array(dose, dtype=float, requires_grad=True, device=device),
        "volume": wp.array(volume, dtype=float, requires_grad=True, device=device),
    }


def forward(dose, volume):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wanted = wp.array(WANTED, dtype=float)
    brine = wp.zeros_like(dose)
    wp.launch(dissolve, dim=(3, 4), inputs=[dose], outputs=[brine])
    thin = wp.zeros_like(dose)
    wp.launch(dilute, dim=(3, 4), inputs=[volume, brine], outputs=[thin])
    wp.launch(compare, dim=(3, 4), inputs=[thin, wanted], outputs=[loss])
    return loss


def gradient(dose, volume):
    tape = wp.Tape()
    with tape:
        loss = forward(dose, volume)
    tape.backward(loss)
    return {"dose": dose.grad.numpy(), "volume": volume.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
