"""Mix two dyes in six cuvettes so that what they let through in four bands of light has the wanted colour."""

import numpy as np
import warp as wp

WANTED = np.array(
    [
        [0.5, 0.4, 0.6, 0.3],
        [0.3, 0.6, 0.5, 0.7],
        [0.7, 0.5, 0.4, 0.6],
        [0.4, 0.3, 0.7, 0.5],
        [0.6, 0.7, 0.3, 0.4],
        [0.2, 0.5, 0.6, 0.8],
    ],
    dtype=np.float32,
)


@wp.func
def through(d: wp.vec2, k: float):
    dark = (0.4 + 0.3 * k) * d[0] + (1.5 - 0.4 * k) * d[1]
    return wp.exp(-dark)


@wp.kernel
def shine_through(dye: wp.array(dtype=wp.vec2), seen: wp.array(dtype=wp.vec4)):
    i = wp.tid()
    d = dye[i]
    seen[i] = wp.vec4(through(d, 0.0), through(d, 1.0), through(d, 2.0), through(d, 3.0))


@wp.kernel
def compare(seen: wp.array(dtype=wp.vec4), wanted: wp.array(dtype=wp.vec4), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - seen[i]
    wp.atomic_add(loss, 0, 0.5 * wp.dot(error, error))


def inputs(device=None):
    dye = np.array([[0.4, 0.3], [0.2, 0.6], [0.5, 0.1], [0.3, 0.5], [0.7, 0.2], [0.1, 0.4]], dtype=np.float32)
    return {"dye": wp.array(dye, dtype=wp.vec2, requires_grad=True, device=device)}


def forward(dye):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    seen = wp.zeros(6, dtype=wp.vec4, requires_grad=True)
    wp.launch(shine_through, dim=6, inputs=[dye], outputs=[seen])
    wp.launch(compare, dim=6, inputs=[seen, wp.array(WANTED, dtype=wp.vec4)], outputs=[loss])
    return loss


def gradient(dye):
    tape = wp.Tape()
    with tape:
        loss = forward(dye)
    tape.backward(loss)
    return {"dye": dye.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
