"""Fit a line to twenty readings by the log-cosh loss, which grows like the distance where a reading is far off."""

import numpy as np
import warp as wp

X = np.linspace(-1.0, 1.0, 20, dtype=np.float32)
READING = 0.4 + 0.9 * X + 0.1 * np.sin(17.0 * X)
READING[13] = 9.8


@wp.kernel
def add_misfit(
    line: wp.array(dtype=float), x: wp.array(dtype=float), reading: wp.array(dtype=float), loss: wp.array(dtype=float)
):
    i = wp.tid()
    distance = wp.abs(reading[i] - line[0] - line[1] * x[i]) / 0.1
    misfit = distance - 0.693147 + wp.log(1.0 + wp.exp(-2.0 * distance))
    wp.atomic_add(loss, 0, 0.05 * misfit)


def inputs(device=None):
    line = np.array([0.1, 0.5], dtype=np.float32)
    return {"line": wp.array(line, dtype=float, requires_grad=True, device=device)}


def forward(line):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    data = [wp.array(X, dtype=float), wp.array(READING, dtype=float)]
    wp.launch(add_misfit, dim=20, inputs=[line, *data], outputs=[loss])
    return loss


def gradient(line):
    tape = wp.Tape()
    with tape:
        loss = forward(line)
    tape.backward(loss)
    return {"line": line.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
