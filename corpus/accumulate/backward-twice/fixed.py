"""Turn four solar panels towards the sun: each should collect a wanted power, which falls off with the angle."""

import numpy as np
import warp as wp


@wp.kernel
def collect(angle: wp.array(dtype=float), noon: wp.array(dtype=float), power: wp.array(dtype=float)):
    i = wp.tid()
    power[i] = wp.cos(angle[i] - noon[i])


@wp.kernel
def add_shortfall(power: wp.array(dtype=float), wanted: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    shortfall = wanted - power[i]
    wp.atomic_add(loss, 0, 2.0 * shortfall * shortfall)


def inputs(device=None):
    values = np.array([0.2, 1.5, 0.6, -0.4], dtype=np.float32)
    return {"angle": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(angle):
    noon = wp.array(np.array([0.9, 0.4, 1.1, 0.7], dtype=np.float32), dtype=float)
    power = wp.zeros(4, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(collect, dim=4, inputs=[angle, noon], outputs=[power])
    wp.launch(add_shortfall, dim=4, inputs=[power, 0.95], outputs=[loss])
    return loss


def is_finite(tape, loss, angle):
    tape.backward(loss)
    return np.isfinite(angle.grad.numpy()).all()


def gradient(angle):
    tape = wp.Tape()
    with tape:
        loss = forward(angle)
    if not is_finite(tape, loss, angle):
        raise FloatingPointError("the gradient is not finite")
    return {"angle": angle.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
