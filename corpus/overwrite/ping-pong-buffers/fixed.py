"""Stock ten ponds in a row so that the fish, which breed, crowd and swim next door, end up near a target."""

import numpy as np
import warp as wp

START = np.array([0.15, 0.1, 0.05, 0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05], dtype=np.float32)
TARGET = np.array([0.9, 0.9, 0.8, 0.7, 0.6, 0.5, 0.5, 0.5, 0.6, 0.7], dtype=np.float32)


@wp.kernel
def season(fish: wp.array(dtype=float), stocking: wp.array(dtype=float), fish_next: wp.array(dtype=float)):
    i = wp.tid()
    here = fish[i]
    left = fish[wp.max(i - 1, 0)]
    right = fish[wp.min(i + 1, 9)]
    bred = 0.2 * here * (1.0 - here)
    moved = 0.1 * (left + right - 2.0 * here)
    fish_next[i] = here + bred + moved + stocking[i]


@wp.kernel
def compare(fish: wp.array(dtype=float), target: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = target[i] - fish[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    stocking = np.linspace(0.03, 0.005, 10, dtype=np.float32)
    return {"stocking": wp.array(stocking, dtype=float, requires_grad=True, device=device)}


def forward(stocking, steps=16):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    fish = [wp.array(START, dtype=float, requires_grad=True)]
    for k in range(steps):
        fish.append(wp.zeros_like(fish[k]))
        wp.launch(season, dim=10, inputs=[fish[k], stocking], outputs=[fish[k + 1]])
    wp.launch(compare, dim=10, inputs=[fish[steps], wp.array(TARGET, dtype=float)], outputs=[loss])
    return loss


def gradient(stocking, steps=16):
    tape = wp.Tape()
    with tape:
        loss = forward(stocking, steps)
    tape.backward(loss)
    return {"stocking": stocking.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
