"""Water levels of five tanks in a row over four hours, drained by their valves; no tank can hold more than 2.5."""

import numpy as np
import warp as wp


@wp.kernel
def drain(level: wp.array(dtype=float), valve: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    inflow = 0.3
    if i > 0:
        inflow = 0.2 * level[i - 1] * valve[i - 1]
    later[i] = level[i] - 0.2 * level[i] * valve[i] + inflow


@wp.kernel
def limit(level: wp.array(dtype=float), highest: float, limited: wp.array(dtype=float)):
    i = wp.tid()
    limited[i] = wp.min(highest, level[i])


@wp.kernel
def compare(level: wp.array(dtype=float), wanted: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted - level[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    valve = np.array([0.9, 0.5, 1.2, 0.7, 1.0], dtype=np.float32)
    return {"valve": wp.array(valve, dtype=float, requires_grad=True, device=device)}


def forward(valve):
    level = wp.array(np.array([1.6, 0.9, 1.3, 0.6, 1.1], dtype=np.float32), dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    for _ in range(4):
        later = wp.zeros_like(level)
        limited = wp.zeros_like(level)
        wp.launch(drain, dim=5, inputs=[level, valve], outputs=[later])
        wp.launch(limit, dim=5, inputs=[later, 2.5], outputs=[limited])
        wp.copy(later, limited)
        level = later
    wp.launch(compare, dim=5, inputs=[level, 1.1], outputs=[loss])
    return loss


def gradient(valve):
    tape = wp.Tape()
    with tape:
        loss = forward(valve)
    tape.backward(loss)
    return {"valve": valve.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
