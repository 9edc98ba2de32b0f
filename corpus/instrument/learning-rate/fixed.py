"""Calibrate a flow meter: four coefficients of a cubic are fitted by gradient descent to twelve readings."""

import numpy as np
import warp as wp

RATE = 0.5


@wp.kernel
def add_residual(
    coefficient: wp.array(dtype=float),
    reading: wp.array(dtype=float),
    flow: wp.array(dtype=float),
    loss: wp.array(dtype=float),
):
    i = wp.tid()
    x = reading[i]
    cubic = coefficient[0] + x * (coefficient[1] + x * (coefficient[2] + x * coefficient[3]))
    residual = flow[i] - cubic
    wp.atomic_add(loss, 0, residual * residual / 12.0)


def inputs(device=None):
    values = np.array([0.1, 0.8, -0.4, 0.3], dtype=np.float32)
    return {"coefficient": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(coefficient):
    x = np.linspace(-1.0, 1.0, 12)
    reading = wp.array(x.astype(np.float32), dtype=float)
    flow = wp.array((0.5 + 1.6 * x + 0.2 * np.cos(4.0 * x)).astype(np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(add_residual, dim=12, inputs=[coefficient, reading, flow], outputs=[loss])
    return loss


def gradient(coefficient):
    tape = wp.Tape()
    with tape:
        loss = forward(coefficient)
    tape.backward(loss)
    consumed = coefficient.grad.numpy().copy()
    tape.zero()
    return {"coefficient": consumed}


def train(iterations, device=None):
    arrays = inputs(device)
    for _ in range(iterations):
        consumed = gradient(**arrays)
        yield arrays, consumed
        arrays["coefficient"].assign(arrays["coefficient"].numpy() - RATE * consumed["coefficient"])


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
    for arrays, _ in train(8):
        print("loss in training", forward(**arrays).numpy()[0])
