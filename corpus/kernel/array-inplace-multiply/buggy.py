"""Drive six lamps and tint the glass before them so that the light behind the glass has a wanted spectrum."""

import numpy as np
import warp as wp

WANTED = np.array([0.5, 0.9, 1.2, 1.0, 0.7, 0.3], dtype=np.float32)


@wp.kernel
def shine(drive: wp.array(dtype=float), light: wp.array(dtype=float)):
    i = wp.tid()
    light[i] = drive[i] + 0.4 * drive[i] * drive[i]


@wp.kernel
def pass_glass(tint: wp.array(dtype=float), light: wp.array(dtype=float)):
    i = wp.tid()
    light[i] *= tint[i]


@wp.kernel
def compare(light: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - light[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    drive = np.array([0.8, 1.3, 1.1, 0.6, 1.5, 0.9], dtype=np.float32)
    tint = np.array([0.7, 0.6, 0.45, 0.8, 0.55, 0.4], dtype=np.float32)
    return {
        "drive": wp.array(drive, dtype=float, requires_grad=True, device=device),
        "tint": wp.array(tint, dtype=float, requires_grad=True, device=device),
    }


def forward(drive, tint):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    light = wp.zeros_like(drive)
    wp.launch(shine, dim=6, inputs=[drive], outputs=[light])
    wp.launch(pass_glass, dim=6, inputs=[tint], outputs=[light])
    wp.launch(compare, dim=6, inputs=[light, wp.array(WANTED, dtype=float)], outputs=[loss])
    return loss


def gradient(drive, tint):
    tape = wp.Tape()
    with tape:
        loss = forward(drive, tint)
    tape.backward(loss)
    return {"drive": drive.grad.numpy(), "tint": tint.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
