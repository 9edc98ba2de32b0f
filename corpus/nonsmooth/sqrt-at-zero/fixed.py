"""Pressures of seven wells that share a pipe; a well with a shut valve delivers nothing."""

import numpy as np
import warp as wp

VALVE = np.array([1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0], dtype=np.float32)


@wp.kernel
def deliver(pressure: wp.array(dtype=float), valve: wp.array(dtype=float), flow: wp.array(dtype=float)):
    i = wp.tid()
    drop = pressure[i] - 0.5
    flow[i] = 0.6 * valve[i] * wp.sqrt(drop)


@wp.kernel
def add_cost(flow: wp.array(dtype=float), pressure: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.5 - flow[i]
    wp.atomic_add(loss, 0, error * error + 0.02 * pressure[i] * pressure[i])


def inputs(device=None):
    pressure = np.array([1.1, 1.9, 0.9, 2.4, 0.8, 1.6, 1.3], dtype=np.float32)
    return {"pressure": wp.array(pressure, dtype=float, requires_grad=True, device=device)}


def forward(pressure):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    flow = wp.zeros(7, dtype=float, requires_grad=True)
    wp.launch(deliver, dim=7, inputs=[pressure, wp.array(VALVE, dtype=float)], outputs=[flow])
    wp.launch(add_cost, dim=7, inputs=[flow, pressure], outputs=[loss])
    return loss


def gradient(pressure):
    tape = wp.Tape()
    with tape:
        loss = forward(pressure)
    tape.backward(loss)
    return {"pressure": pressure.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
