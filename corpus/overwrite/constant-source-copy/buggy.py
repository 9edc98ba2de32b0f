"""Green times of six junctions, so that after four hours of counted arrivals few cars are left waiting."""

import numpy as np
import warp as wp

COUNTED = np.array(
    [
        [0.9, 0.5, 1.2, 0.3, 0.7, 1.0],
        [1.6, 1.1, 0.8, 0.9, 1.3, 0.4],
        [0.6, 1.4, 1.5, 0.5, 0.2, 1.1],
        [0.1, 0.3, 0.2, 0.4, 0.6, 0.2],
    ],
    dtype=np.float32,
)


@wp.kernel
def serve(
    queue: wp.array(dtype=float),
    green: wp.array(dtype=float),
    arrivals: wp.array(dtype=float),
    later: wp.array(dtype=float),
):
    i = wp.tid()
    waiting = queue[i] + arrivals[i]
    later[i] = waiting - green[i] * waiting / (0.8 + waiting)


@wp.kernel
def add_delay(queue: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    excess = 0.2 - queue[i]
    wp.atomic_add(loss, 0, 0.2 * excess * excess)


def inputs(device=None):
    green = np.array([1.1, 1.2, 1.4, 0.8, 0.9, 1.0], dtype=np.float32)
    return {"green": wp.array(green, dtype=float, requires_grad=True, device=device)}


def forward(green):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    counted = wp.array(COUNTED, dtype=float)
    queue = wp.zeros(6, dtype=float, requires_grad=True)
    arrivals = wp.zeros(6, dtype=float)
    for hour in range(4):
        wp.copy(arrivals, counted[hour])
        later = wp.zeros_like(queue)
        wp.launch(serve, dim=6, inputs=[queue, green, arrivals], outputs=[later])
        queue = later
    wp.launch(add_delay, dim=6, inputs=[queue], outputs=[loss])
    return loss


def gradient(green):
    tape = wp.Tape()
    with tape:
        loss = forward(green)
    tape.backward(loss)
    return {"green": green.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
