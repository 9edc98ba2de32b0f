"""Choose nine control heights of a milled track: its smoothed form should meet a drawing, its own form should be flat."""

import numpy as np
import warp as wp


@wp.kernel
def add_deviation(track: wp.array(dtype=float), drawing: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    deviation = drawing[i] - track[i + 1]
    wp.atomic_add(loss, 0, deviation * deviation)


@wp.kernel
def add_slope(height: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    slope = height[i + 1] - height[i]
    wp.atomic_add(loss, 0, 0.1 * slope * slope)


def inputs(device=None):
    values = np.array([0.1, 0.9, 0.4, 1.3, 0.8, 1.6, 0.9, 0.2, 0.5], dtype=np.float32)
    return {"height": wp.array(values, dtype=float, requires_grad=True, device=device)}


def smoothed(height):
    track = np.convolve(height.numpy(), [0.25, 0.5, 0.25], mode="same")
    return wp.array(track.astype(np.float32), dtype=float, requires_grad=True)


def forward(height):
    drawing = wp.array(np.array([0.2, 0.5, 0.9, 1.0, 0.9, 0.5, 0.2], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    track = smoothed(height)
    wp.launch(add_deviation, dim=7, inputs=[track, drawing], outputs=[loss])
    wp.launch(add_slope, dim=8, inputs=[height], outputs=[loss])
    return loss


def gradient(height):
    tape = wp.Tape()
    with tape:
        loss = forward(height)
    tape.backward(loss)
    return {"height": height.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
