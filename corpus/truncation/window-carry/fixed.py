"""Likelihood of 24 readings of four thermometers under a Kalman filter: how much they drift, how much they jitter."""

import numpy as np
import warp as wp

HOURS = np.arange(24, dtype=np.float32)[:, None]
READINGS = (0.8 * np.sin(0.25 * HOURS + np.arange(4)) + 0.3 * np.cos(2.3 * HOURS)).astype(np.float32)


@wp.kernel
def update(
    belief: wp.array(dtype=wp.vec2),
    drift: wp.array(dtype=float),
    jitter: wp.array(dtype=float),
    reading: wp.array(dtype=float),
    later: wp.array(dtype=wp.vec2),
    loss: wp.array(dtype=float),
):
    i = wp.tid()
    mean = belief[i][0]
    variance = belief[i][1] + drift[i]
    spread = variance + jitter[i]
    surprise = reading[i] - mean
    gain = variance / spread
    later[i] = wp.vec2(mean + gain * surprise, (1.0 - gain) * variance)
    wp.atomic_add(loss, 0, 0.01 * (wp.log(spread) + surprise * surprise / spread))


def inputs(device=None):
    drift = np.array([0.02, 0.05, 0.01, 0.03], dtype=np.float32)
    jitter = np.array([0.9, 0.6, 1.2, 0.8], dtype=np.float32)
    return {
        "drift": wp.array(drift, dtype=float, requires_grad=True, device=device),
        "jitter": wp.array(jitter, dtype=float, requires_grad=True, device=device),
    }


def start():
    return wp.array(np.tile(np.array([0.0, 0.1], dtype=np.float32), (4, 1)), dtype=wp.vec2, requires_grad=True)


def filter_window(belief, drift, jitter, window, loss):
    for reading in READINGS[6 * window : 6 * window + 6]:
        later = wp.zeros_like(belief)
        measured = wp.array(reading, dtype=float)
        wp.launch(update, dim=4, inputs=[belief, drift, jitter, measured], outputs=[later, loss])
        belief = later
    return belief


def forward(drift, jitter):
    belief, loss = start(), wp.zeros(1, dtype=float, requires_grad=True)
    for window in range(4):
        belief = filter_window(belief, drift, jitter, window, loss)
    return loss


def gradient(drift, jitter):
    tape = wp.Tape()
    with tape:
        loss = forward(drift, jitter)
    tape.backward(loss)
    return {"drift": drift.grad.numpy(), "jitter": jitter.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
