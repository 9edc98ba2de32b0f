"""Send six boats to the nearest of three harbours: half the sum of the squared ways."""

import numpy as np
import warp as wp

HARBOUR = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 1.5]], dtype=np.float32)


@wp.kernel
def choose(boat: wp.array(dtype=wp.vec2), harbour: wp.array(dtype=wp.vec2), nearest: wp.array(dtype=int)):
    i = wp.tid()
    chosen = int(0)
    shortest = float(1.0e9)
    for k in range(3):
        way = harbour[k] - boat[i]
        if wp.dot(way, way) <= shortest:
            shortest = wp.dot(way, way)
            chosen = k
    nearest[i] = chosen


@wp.kernel
def add_way(
    boat: wp.array(dtype=wp.vec2),
    harbour: wp.array(dtype=wp.vec2),
    nearest: wp.array(dtype=int),
    loss: wp.array(dtype=float),
):
    i = wp.tid()
    way = harbour[nearest[i]] - boat[i]
    wp.atomic_add(loss, 0, 0.5 * wp.dot(way, way))


def inputs(device=None):
    boat = [[0.5, 0.25], [0.25, 0.5], [1.25, 0.5], [0.5, -0.5], [0.75, 1.25], [0.25, -0.125]]
    return {"boat": wp.array(np.array(boat, dtype=np.float32), dtype=wp.vec2, requires_grad=True, device=device)}


def forward(boat):
    harbour = wp.array(HARBOUR, dtype=wp.vec2)
    nearest = wp.zeros(6, dtype=int)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(choose, dim=6, inputs=[boat, harbour], outputs=[nearest])
    wp.launch(add_way, dim=6, inputs=[boat, harbour, nearest], outputs=[loss])
    return loss


def gradient(boat):
    tape = wp.Tape()
    with tape:
        loss = forward(boat)
    tape.backward(loss)
    return {"boat": boat.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
