"""Room temperatures of an eight-storey house over one day in five periods; find how tight each storey must be."""

import numpy as np
import warp as wp

OUTSIDE = np.array([-0.4, 0.1, 0.9, 1.2, 0.3], dtype=np.float32)


@wp.kernel
def period(
    room: wp.array(dtype=float),
    leak: wp.array(dtype=float),
    outside: wp.array(dtype=float),
    later: wp.array(dtype=float),
):
    i = wp.tid()
    above = room[wp.min(i + 1, 7)]
    below = room[wp.max(i - 1, 0)]
    own = room[i]
    later[i] = own + 0.1 * (above + below - 2.0 * own) + leak[i] * (outside[i] - own)


@wp.kernel
def compare(room: wp.array(dtype=float), wanted: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted - room[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    leak = np.array([0.4, 0.2, 0.15, 0.3, 0.25, 0.1, 0.2, 0.5], dtype=np.float32)
    return {"leak": wp.array(leak, dtype=float, requires_grad=True, device=device)}


def forward(leak):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    room = wp.zeros(8, dtype=float, requires_grad=True)
    outside = wp.zeros(8, dtype=float)
    for k in range(5):
        outside.assign(OUTSIDE[k] + 0.05 * np.arange(8, dtype=np.float32))
        later = wp.zeros_like(room)
        wp.launch(period, dim=8, inputs=[room, leak, outside], outputs=[later])
        room = later
    wp.launch(compare, dim=8, inputs=[room, 0.8], outputs=[loss])
    return loss


def gradient(leak):
    tape = wp.Tape()
    with tape:
        loss = forward(leak)
    tape.backward(loss)
    return {"leak": leak.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
