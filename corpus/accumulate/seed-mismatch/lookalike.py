"""Mean squared error of seven inclinometers, each with an offset and a scale to be calibrated."""

import numpy as np
import warp as wp


@wp.kernel
def square_error(
    offset: wp.array(dtype=float),
    scale: wp.array(dtype=float),
    tilt: wp.array(dtype=float),
    squared: wp.array(dtype=float),
):
    i = wp.tid()
    error = tilt[i] - scale[i] * wp.sin(tilt[i] + offset[i])
    squared[i] = error * error / 7.0


@wp.kernel
def total(squared: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(loss, 0, squared[i])


def inputs(device=None):
    offset = np.array([0.1, -0.2, 0.15, 0.05, -0.1, 0.2, -0.05], dtype=np.float32)
    scale = np.array([0.7, 1.3, 1.1, 1.5, 0.8, 0.9, 1.6], dtype=np.float32)
    return {
        "offset": wp.array(offset, dtype=float, requires_grad=True, device=device),
        "scale": wp.array(scale, dtype=float, requires_grad=True, device=device),
    }


def errors(offset, scale):
    tilt = wp.array(np.linspace(0.2, 1.4, 7, dtype=np.float32), dtype=float)
    squared = wp.zeros(7, dtype=float, requires_grad=True)
    wp.launch(square_error, dim=7, inputs=[offset, scale, tilt], outputs=[squared])
    return squared


def forward(offset, scale):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(total, dim=7, inputs=[errors(offset, scale)], outputs=[loss])
    return loss


def gradient(offset, scale):
    tape = wp.Tape()
    with tape:
        squared = errors(offset, scale)
    tape.backward(grads={squared: wp.full(7, 1.0, dtype=float)})
    return {"offset": offset.grad.numpy(), "scale": scale.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
