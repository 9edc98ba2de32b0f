"""Feed the ten slots of a lossy, tapered waveguide antenna so that it radiates as wanted in six directions."""

import numpy as np
import warp as wp

WANTED = np.array([0.9, 0.7, 0.35, 0.1, -0.05, 0.0], dtype=np.float32)
PASSED = np.array([0.98, 0.93, 0.87, 0.8, 0.74, 0.67, 0.61, 0.56, 0.5, 0.45], dtype=np.float32)


@wp.kernel
def taper_slots(weight: wp.array(dtype=float)):
    i = wp.tid()
    c = wp.cos(3.14159265 * (float(i) - 4.5) / 10.0)
    weight[i] = 0.2 + 0.8 * c * c


@wp.kernel
def lose_on_the_way(passed: wp.array(dtype=float), weight: wp.array(dtype=float)):
    i = wp.tid()
    weight[i] = passed[i] * weight[i]


@wp.kernel
def radiate(feed: wp.array(dtype=float), weight: wp.array(dtype=float), field: wp.array(dtype=float)):
    k, i = wp.tid()
    path = 0.35 * float(k) * (float(i) - 4.5)
    wp.atomic_add(field, k, wp.cos(path) * weight[i] * feed[i])


@wp.kernel
def compare(field: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    k = wp.tid()
    error = wanted[k] - field[k]
    wp.atomic_add(loss, 0, 0.2 * error * error)


def inputs(device=None):
    feed = np.array([0.1, 0.25, 0.3, 0.4, 0.35, 0.5, 0.45, 0.3, 0.4, 0.2], dtype=np.float32)
    return {"feed": wp.array(feed, dtype=float, requires_grad=True, device=device)}


def forward(feed):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    weight = wp.zeros(10, dtype=float)
    field = wp.zeros(6, dtype=float, requires_grad=True)
    wp.launch(taper_slots, dim=10, inputs=[], outputs=[weight])
    wp.launch(lose_on_the_way, dim=10, inputs=[wp.array(PASSED, dtype=float)], outputs=[weight])
    wp.launch(radiate, dim=(6, 10), inputs=[feed, weight], outputs=[field])
    wp.launch(compare, dim=6, inputs=[field, wp.array(WANTED, dtype=float)], outputs=[loss])
    return loss


def gradient(feed):
    tape = wp.Tape()
    with tape:
        loss = forward(feed)
    tape.backward(loss)
    return {"feed": feed.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
