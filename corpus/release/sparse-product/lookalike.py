"""Widen nine roads between five towns, in one direction each, so that every town receives as many cars as wanted."""

import numpy as np
import warp as wp
from warp.sparse import bsr_set_from_triplets, bsr_zeros

TO = np.array([1, 0, 2, 4, 3, 1, 4, 0, 2], dtype=np.int32)
FROM = np.array([0, 1, 1, 1, 2, 3, 3, 4, 4], dtype=np.int32)


@wp.kernel
def drive(
    offset: wp.array(dtype=int),
    start: wp.array(dtype=int),
    width: wp.array(dtype=float),
    leaving: wp.array(dtype=float),
    arrived: wp.array(dtype=float),
):
    town = wp.tid()
    for road in range(offset[town], offset[town + 1]):
        wp.atomic_add(arrived, town, leaving[start[road]] * width[road])


@wp.kernel
def add_misfit(arrived: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = wanted[i] - arrived[i]
    wp.atomic_add(loss, 0, 0.1 * misfit * misfit)


def inputs(device=None):
    width = np.array([0.5, 0.9, 0.4, 0.7, 1.2, 0.6, 0.8, 0.3, 1.1], dtype=np.float32)
    return {"width": wp.array(width, dtype=float, requires_grad=True, device=device)}


def forward(width):
    end, start = wp.array(TO, dtype=int), wp.array(FROM, dtype=int)
    leaving = wp.array(np.array([0.9, 1.4, 0.6, 1.1, 0.8], dtype=np.float32), dtype=float)
    wanted = wp.array(np.array([0.7, 1.9, 1.3, 1.5, 1.0], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    arrived = wp.zeros(5, dtype=float, requires_grad=True)
    roads = bsr_zeros(5, 5, block_type=wp.float32)
    roads.values.requires_grad = True
    bsr_set_from_triplets(roads, end, start, width)
    rows = [roads.offsets, roads.columns, roads.values, leaving]
    wp.launch(drive, dim=5, inputs=rows, outputs=[arrived])
    wp.launch(add_misfit, dim=5, inputs=[arrived, wanted], outputs=[loss])
    return loss


def gradient(width):
    tape = wp.Tape()
    with tape:
        loss = forward(width)
    tape.backward(loss)
    return {"width": width.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
