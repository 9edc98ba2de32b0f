"""Find the currents of three coils whose field at five probes, with a core that saturates, matches a map."""

import numpy as np
import warp as wp


@wp.kernel
def magnetise(current: wp.array(dtype=float), reach: wp.array2d(dtype=float), field: wp.array(dtype=float)):
    probe, coil = wp.tid()
    wp.atomic_add(field, probe, reach[probe, coil] * wp.tanh(current[coil]))


@wp.kernel
def add_error(field: wp.array(dtype=float), chart: wp.array(dtype=float), loss: wp.array(dtype=float)):
    probe = wp.tid()
    error = chart[probe] - field[probe]
    wp.atomic_add(loss, 0, 0.5 * error * error)


def inputs(device=None):
    values = np.array([0.9, -0.4, 1.3], dtype=np.float32)
    return {"current": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(current):
    distance = np.abs(np.linspace(-2.0, 2.0, 5)[:, None] - np.array([-1.0, 0.0, 1.0]))
    reach = wp.array((1.0 / (1.0 + distance**2)).astype(np.float32), dtype=float)
    chart = wp.array(np.array([0.6, 0.2, 0.1, 0.4, 0.9], dtype=np.float32), dtype=float)
    field = wp.zeros(5, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(magnetise, dim=(5, 3), inputs=[current, reach], outputs=[field])
    wp.launch(add_error, dim=5, inputs=[field, chart], outputs=[loss])
    return loss


def gradient(current):
    tape = wp.Tape()
    with tape:
        loss = forward(current)
    tape.zero()
    tape.backward(loss)
    return {"current": current.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
