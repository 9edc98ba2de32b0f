"""Shape a mirror of eight facets by gradient descent so that its rays, bent twice as far as a facet, meet a focus."""

import numpy as np
import warp as wp


@wp.kernel
def reflect(facet: wp.array(dtype=float), spot: wp.array(dtype=float)):
    i = wp.tid()
    spot[i] = 0.25 * (float(i) - 3.5) + wp.sin(2.0 * facet[i])


@wp.kernel
def add_spread(spot: wp.array(dtype=float), focus: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    miss = focus - spot[i]
    wp.atomic_add(loss, 0, 0.125 * miss * miss)


@wp.kernel
def descend(slope: wp.array(dtype=float), facet: wp.array(dtype=float)):
    i = wp.tid()
    facet[i] = facet[i] - 0.05 * slope[i]


def inputs(device=None):
    values = np.array([0.3, 0.1, 0.2, -0.2, 0.25, -0.1, 0.15, -0.3], dtype=np.float32)
    return {"facet": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(facet):
    spot = wp.zeros(8, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(reflect, dim=8, inputs=[facet], outputs=[spot])
    wp.launch(add_spread, dim=8, inputs=[spot, 0.4], outputs=[loss])
    return loss


def gradient(facet):
    tape = wp.Tape()
    with tape:
        loss = forward(facet)
    tape.backward(loss)
    return {"facet": facet.grad.numpy()}


def train(iterations, device=None):
    facet = inputs(device)["facet"]
    for _ in range(iterations):
        wp.launch(descend, dim=8, inputs=[facet.grad], outputs=[facet])
        tape = wp.Tape()
        with tape:
            loss = forward(facet)
        facet.grad.zero_()
        tape.backward(loss)
        yield {"facet": facet}, {"facet": facet.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
    for arrays, _ in train(6):
        print("loss in training", forward(**arrays).numpy()[0])
