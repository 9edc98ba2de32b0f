"""Tune the trim of eight buoys so that the heights they report, each into its own slot of a board, come out level."""

import numpy as np
import warp as wp

SLOTS = np.array([3, 0, 7, 5, 1, 6, 2, 4], dtype=np.int32)


@wp.kernel
def report(
    trim: wp.array(dtype=float), swell: wp.array(dtype=float), slot: wp.array(dtype=int), board: wp.array(dtype=float)
):
    i = wp.tid()
    height = swell[i] * wp.cos(trim[i]) + 0.4 * wp.sin(trim[i])
    wp.atomic_exch(board, slot[i], height)


@wp.kernel
def compare(board: wp.array(dtype=float), trim: wp.array(dtype=float), loss: wp.array(dtype=float)):
    k = wp.tid()
    error = 0.3 - board[k]
    wp.atomic_add(loss, 0, 0.3 * error * error + 0.02 * trim[k] * trim[k])


def inputs(device=None):
    trim = np.array([0.4, -0.7, 1.1, 0.2, -0.3, 0.8, 1.3, -1.0], dtype=np.float32)
    return {"trim": wp.array(trim, dtype=float, requires_grad=True, device=device)}


def forward(trim):
    swell = wp.array(np.linspace(0.9, 0.2, 8).astype(np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    board = wp.zeros_like(trim)
    wp.launch(report, dim=8, inputs=[trim, swell, wp.array(SLOTS, dtype=int)], outputs=[board])
    wp.launch(compare, dim=8, inputs=[board, trim], outputs=[loss])
    return loss


def gradient(trim):
    tape = wp.Tape()
    with tape:
        loss = forward(trim)
    tape.backward(loss)
    return {"trim": trim.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
