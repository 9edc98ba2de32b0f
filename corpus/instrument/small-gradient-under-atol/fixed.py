"""Half-lives in days of six tracers, from what was left of a unit of each on three days of counting."""

import numpy as np
import warp as wp

DAY = [60.0, 150.0, 365.0]
COUNTED = np.array(
    [[0.75, 0.9, 0.95, 0.9, 0.8, 0.97], [0.5, 0.7, 0.75, 0.85, 0.6, 0.9], [0.2, 0.35, 0.6, 0.5, 0.15, 0.65]],
    dtype=np.float32,
)


@wp.kernel
def decay(half_life: wp.array(dtype=float), days: float, left: wp.array(dtype=float)):
    i = wp.tid()
    left[i] = wp.exp(-0.693147 * days / half_life[i])


@wp.kernel
def add_misfit(left: wp.array(dtype=float), counted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = counted[i] - left[i]
    wp.atomic_add(loss, 0, 0.2 * error * error)


def inputs(device=None):
    half_life = np.array([290.0, 420.0, 350.0, 610.0, 260.0, 880.0], dtype=np.float32)
    return {"half_life": wp.array(half_life, dtype=float, requires_grad=True, device=device)}


def forward(half_life):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    for days, counted in zip(DAY, COUNTED):
        left = wp.zeros_like(half_life)
        wp.launch(decay, dim=6, inputs=[half_life, days], outputs=[left])
        wp.launch(add_misfit, dim=6, inputs=[left, wp.array(counted, dtype=float)], outputs=[loss])
    return loss


def gradient(half_life):
    tape = wp.Tape()
    with tape:
        loss = forward(half_life)
    tape.backward(loss)
    return {"half_life": half_life.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
