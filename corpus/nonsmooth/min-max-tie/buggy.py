"""Loads on the ten spans of a bridge: every pillar is built for the heavier of the two spans that it carries."""

import numpy as np
import warp as wp


@wp.kernel
def carry(span: wp.array(dtype=float), pillar: wp.array(dtype=float)):
    i = wp.tid()
    pillar[i] = wp.max(span[i], span[i + 1])


@wp.kernel
def add_cost(pillar: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    load = pillar[i]
    wp.atomic_add(loss, 0, 0.1 * load * load)


def inputs(device=None):
    span = np.array([0.5, 0.75, 0.75, 1.25, 1.0, 0.5, 0.5, 0.875, 1.5, 1.5], dtype=np.float32)
    return {"span": wp.array(span, dtype=float, requires_grad=True, device=device)}


def forward(span):
    pillar = wp.zeros(9, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(carry, dim=9, inputs=[span], outputs=[pillar])
    wp.launch(add_cost, dim=9, inputs=[pillar], outputs=[loss])
    return loss


def gradient(span):
    tape = wp.Tape()
    with tape:
        loss = forward(span)
    tape.backward(loss)
    return {"span": span.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
