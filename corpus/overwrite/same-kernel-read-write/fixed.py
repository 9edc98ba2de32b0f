"""Heights of a flood wave on twelve cells of a channel, which travels down a slope for three minutes."""

import numpy as np
import warp as wp


@wp.kernel
def release(gate: wp.array(dtype=float), height: wp.array(dtype=float)):
    i = wp.tid()
    height[i] = 0.4 + 0.5 * gate[i]


@wp.kernel
def travel(speed: float, height: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    here = height[i]
    above = height[wp.min(i + 1, 11)]
    later[i] = here + speed * (above * above - here * here)


@wp.kernel
def compare(height: wp.array(dtype=float), wanted: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted - height[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    gate = np.array([0.1, 0.4, 0.2, 0.9, 1.3, 1.5, 1.2, 1.0, 0.5, 0.3, 0.6, 0.8], dtype=np.float32)
    return {"gate": wp.array(gate, dtype=float, requires_grad=True, device=device)}


def forward(gate):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    height = wp.zeros(12, dtype=float, requires_grad=True)
    wp.launch(release, dim=12, inputs=[gate], outputs=[height])
    for _ in range(3):
        later = wp.zeros_like(height)
        wp.launch(travel, dim=12, inputs=[0.25, height], outputs=[later])
        height = later
    wp.launch(compare, dim=12, inputs=[height, 0.7], outputs=[loss])
    return loss


def gradient(gate):
    tape = wp.Tape()
    with tape:
        loss = forward(gate)
    tape.backward(loss)
    return {"gate": gate.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
