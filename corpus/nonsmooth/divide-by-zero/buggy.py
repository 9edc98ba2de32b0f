"""Conductances of nine pipe sections in a row; the flow between neighbours passes half of either section."""

import numpy as np
import warp as wp


@wp.kernel
def flow_between(
    conductance: wp.array(dtype=float), pressure: wp.array(dtype=float), flow: wp.array(dtype=float)
):
    i = wp.tid()
    here = conductance[i]
    next = conductance[i + 1]
    flow[i] = 2.0 / (1.0 / here + 1.0 / next) * (pressure[i] - pressure[i + 1])


@wp.kernel
def compare(flow: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.5 - flow[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    conductance = np.array([0.9, 1.4, 0.7, 0.0, 1.2, 1.8, 0.5, 1.1, 0.8], dtype=np.float32)
    return {"conductance": wp.array(conductance, dtype=float, requires_grad=True, device=device)}


def forward(conductance):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    flow = wp.zeros(8, dtype=float, requires_grad=True)
    pressure = wp.array(np.linspace(3.0, 0.0, 9, dtype=np.float32) ** 1.2, dtype=float)
    wp.launch(flow_between, dim=8, inputs=[conductance, pressure], outputs=[flow])
    wp.launch(compare, dim=8, inputs=[flow], outputs=[loss])
    return loss


def gradient(conductance):
    tape = wp.Tape()
    with tape:
        loss = forward(conductance)
    tape.backward(loss)
    return {"conductance": conductance.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
