"""Dip and brightness of five scatterers seen by a sonar of sixteen beams; both are to be estimated."""

import numpy as np
import warp as wp


@wp.kernel
def echo(dip: wp.array(dtype=float), brightness: wp.array(dtype=float), picture: wp.array(dtype=float)):
    beam = wp.tid()
    total = float(0.0)
    for k in range(5):
        angle = 0.15 * float(beam) - 1.1 - dip[k]
        total += brightness[k] * wp.exp(-4.0 * angle * angle)
    picture[beam] = total


@wp.kernel
def compare(picture: wp.array(dtype=float), loss: wp.array(dtype=float)):
    beam = wp.tid()
    wanted = 0.5 + 0.3 * wp.sin(0.9 * float(beam))
    error = wanted - picture[beam]
    wp.atomic_add(loss, 0, 0.1 * error * error)


def inputs(device=None):
    dip = np.array([-0.8, -0.4, 0.1, 0.5, 0.9], dtype=np.float32)
    brightness = np.array([0.7, 0.4, 0.9, 0.5, 0.6], dtype=np.float32)
    return {
        "dip": wp.array(dip, dtype=float, requires_grad=True, device=device),
        "brightness": wp.array(brightness, dtype=float, requires_grad=True, device=device),
    }


def forward(dip, brightness):
    picture = wp.zeros(16, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(echo, dim=16, inputs=[dip, brightness], outputs=[picture])
    wp.launch(compare, dim=16, inputs=[picture], outputs=[loss])
    return loss


def slope(array):
    return np.zeros(array.shape) if array.grad is None else array.grad.numpy()


def gradient(dip, brightness):
    tape = wp.Tape()
    with tape:
        loss = forward(dip, brightness)
    tape.backward(loss)
    return {"dip": slope(dip), "brightness": slope(brightness)}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
