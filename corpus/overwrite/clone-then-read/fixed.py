"""Find the start temperatures of a cooling fin of seven cells that give a wanted profile after four steps."""

import numpy as np
import warp as wp


@wp.kernel
def conduct(now: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    left = now[wp.max(i - 1, 0)]
    right = now[wp.min(i + 1, 6)]
    own = now[i]
    later[i] = own + 0.2 * (left + right - 2.0 * own) - 0.05 * own * own


@wp.kernel
def add_misfit(temperature: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = wanted[i] - temperature[i]
    wp.atomic_add(loss, 0, misfit * misfit)


def inputs(device=None):
    values = np.array([2.4, 1.9, 1.7, 1.2, 1.1, 0.8, 0.5], dtype=np.float32)
    return {"temperature": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(temperature):
    wanted = wp.array(np.linspace(1.5, 0.9, 7, dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    now = temperature
    for _ in range(4):
        later = wp.empty_like(now)
        wp.launch(conduct, dim=7, inputs=[now], outputs=[later])
        now = later
    wp.launch(add_misfit, dim=7, inputs=[now, wanted], outputs=[loss])
    return loss


def gradient(temperature):
    tape = wp.Tape()
    with tape:
        loss = forward(temperature)
    tape.backward(loss)
    return {"temperature": temperature.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
