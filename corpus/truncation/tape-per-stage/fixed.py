"""Bake seven loaves: how warm they get in the oven, and how warm they leave the van, depends on their insulation."""

import numpy as np
import warp as wp


@wp.kernel
def bake(insulation: wp.array(dtype=float), warmth: wp.array(dtype=float)):
    i = wp.tid()
    oven = 1.5 + 0.1 * float(i)
    warmth[i] = oven * (1.0 - wp.exp(-1.2 / insulation[i]))


@wp.kernel
def drive(insulation: wp.array(dtype=float), warmth: wp.array(dtype=float), arrived: wp.array(dtype=float)):
    i = wp.tid()
    arrived[i] = wp.exp(-0.8 / insulation[i]) * warmth[i]


@wp.kernel
def add_error(warmth: wp.array(dtype=float), wanted: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted - warmth[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    insulation = np.array([0.8, 1.1, 0.6, 1.6, 0.9, 2.1, 1.3], dtype=np.float32)
    return {"insulation": wp.array(insulation, dtype=float, requires_grad=True, device=device)}


def oven_stage(insulation, warmth, loss):
    wp.launch(bake, dim=7, inputs=[insulation], outputs=[warmth])
    wp.launch(add_error, dim=7, inputs=[warmth, 1.4], outputs=[loss])


def van_stage(insulation, warmth, loss):
    arrived = wp.zeros_like(warmth)
    wp.launch(drive, dim=7, inputs=[insulation, warmth], outputs=[arrived])
    wp.launch(add_error, dim=7, inputs=[arrived, 0.9], outputs=[loss])


def forward(insulation):
    warmth = wp.zeros_like(insulation)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    oven_stage(insulation, warmth, loss)
    van_stage(insulation, warmth, loss)
    return loss


def gradient(insulation):
    warmth = wp.zeros_like(insulation)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    tape = wp.Tape()
    with tape:
        for stage in (oven_stage, van_stage):
            stage(insulation, warmth, loss)
    tape.backward(loss)
    return {"insulation": insulation.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
