"""Currents and cooling of three battery cells over six periods, so that charge is left and they stay cool."""

import numpy as np
import warp as wp


@wp.struct
class Pack:
    charge: wp.array(dtype=float)
    heat: wp.array(dtype=float)


@wp.kernel
def insulate(cooling: wp.array(dtype=float), kept: wp.array(dtype=float)):
    cell = wp.tid()
    kept[cell] = wp.exp(-cooling[cell])


@wp.kernel
def discharge(now: Pack, current: wp.array(dtype=float), kept: wp.array(dtype=float), later: Pack):
    cell = wp.tid()
    flow = current[cell] * (1.0 + 0.8 * now.heat[cell])
    later.charge[cell] = now.charge[cell] - 0.3 * flow * now.charge[cell]
    later.heat[cell] = kept[cell] * now.heat[cell] + 0.5 * flow * flow


@wp.kernel
def add_cost(end: Pack, loss: wp.array(dtype=float)):
    cell = wp.tid()
    short = 0.7 - end.charge[cell]
    warm = 0.5 * end.heat[cell]
    wp.atomic_add(loss, 0, short * short + warm * warm)


def pack():
    cells = Pack()
    cells.charge = wp.array(np.array([1.0, 0.9, 1.1], dtype=np.float32), dtype=float, requires_grad=True)
    cells.heat = wp.array(np.array([0.2, 0.1, 0.3], dtype=np.float32), dtype=float, requires_grad=True)
    return cells


def inputs(device=None):
    current = np.array([0.4, 0.5, 0.3], dtype=np.float32)
    cooling = np.array([0.3, 0.2, 0.5], dtype=np.float32)
    return {
        "current": wp.array(current, dtype=float, requires_grad=True, device=device),
        "cooling": wp.array(cooling, dtype=float, requires_grad=True, device=device),
    }


def forward(current, cooling):
    kept = wp.zeros(3, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(insulate, dim=3, inputs=[cooling], outputs=[kept])
    now = pack()
    for _ in range(6):
        later = pack()
        wp.launch(discharge, dim=3, inputs=[now, current, kept], outputs=[later])
        now = later
    wp.launch(add_cost, dim=3, inputs=[now], outputs=[loss])
    return loss


def gradient(current, cooling):
    tape = wp.Tape()
    with tape:
        loss = forward(current, cooling)
    tape.backward(loss)
    return {"current": current.grad.numpy(), "cooling": cooling.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
