"""Heat eleven stones so that what they radiate, weighted by how they are seen, comes out as measured."""

import numpy as np
import warp as wp


@wp.func
def radiate(heat: wp.array(dtype=float), radiated: wp.array(dtype=float), i: int):
    square = heat[i] * heat[i]
    radiated[i] = 0.3 * square * square


@wp.kernel
def glow(heat: wp.array(dtype=float), radiated: wp.array(dtype=float)):
    i = wp.tid()
    radiate(heat, radiated, i)


@wp.kernel
def compare(radiated: wp.array(dtype=float), seen: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.25 - seen[i] * radiated[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    heat = np.linspace(0.7, 1.4, 11, dtype=np.float32)
    return {"heat": wp.array(heat, dtype=float, requires_grad=True, device=device)}


def forward(heat):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    seen = wp.array(np.linspace(0.9, 0.4, 11, dtype=np.float32), dtype=float)
    radiated = wp.zeros_like(heat)
    wp.launch(glow, dim=11, inputs=[heat], outputs=[radiated])
    wp.launch(compare, dim=11, inputs=[radiated, seen], outputs=[loss])
    return loss


def gradient(heat):
    tape = wp.Tape()
    with tape:
        loss = forward(heat)
    tape.backward(loss)
    return {"heat": heat.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
