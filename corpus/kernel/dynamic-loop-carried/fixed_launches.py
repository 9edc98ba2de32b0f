"""Push off five boats, each against its own drag, so that they glide as far as wanted."""

import numpy as np
import warp as wp

WANTED = np.array([1.6, 1.8, 1.2, 1.3, 1.9], dtype=np.float32)


@wp.kernel
def glide(
    speed: wp.array(dtype=float), drag: wp.array(dtype=float), v: wp.array(dtype=float), reached: wp.array(dtype=float)
):
    i = wp.tid()
    wp.atomic_add(reached, i, 0.1 * speed[i])
    v[i] = speed[i] - 0.1 * drag[i] * speed[i] * speed[i]


@wp.kernel
def compare(reached: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - reached[i]
    wp.atomic_add(loss, 0, 0.2 * error * error)


def inputs(device=None):
    speed = np.array([1.2, 2.0, 1.6, 0.9, 2.4], dtype=np.float32)
    drag = np.array([0.9, 0.5, 0.7, 1.1, 0.6], dtype=np.float32)
    return {
        "speed": wp.array(speed, dtype=float, requires_grad=True, device=device),
        "drag": wp.array(drag, dtype=float, requires_grad=True, device=device),
    }


def forward(speed, drag, steps=20):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    reached = wp.zeros_like(speed)
    for _ in range(steps):
        v = wp.zeros_like(speed)
        wp.launch(glide, dim=5, inputs=[speed, drag], outputs=[v, reached])
        speed = v
    wp.launch(compare, dim=5, inputs=[reached, wp.array(WANTED, dtype=float)], outputs=[loss])
    return loss


def gradient(speed, drag, steps=20):
    tape = wp.Tape()
    with tape:
        loss = forward(speed, drag, steps)
    tape.backward(loss)
    return {"speed": speed.grad.numpy(), "drag": drag.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
