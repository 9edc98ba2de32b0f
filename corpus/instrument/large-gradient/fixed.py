"""Strengths of six tides, in decimetres, from hourly water levels of a year at one pier."""

import numpy as np
import warp as wp

PERIOD = np.array([12.42, 12.0, 12.66, 25.82, 23.93, 327.9], dtype=np.float32)
HOUR = np.arange(8760.0)
LEVEL = 6.2 * np.cos(HOUR / 1.9767) + 2.4 * np.cos(HOUR / 1.9099) + 0.9 * np.sin(HOUR / 3.8086)


@wp.kernel
def add_misfit(
    strength: wp.array(dtype=float),
    period: wp.array(dtype=float),
    level: wp.array(dtype=float),
    loss: wp.array(dtype=wp.float64),
):
    hour = wp.tid()
    tide = float(0.0)
    for k in range(6):
        tide += strength[k] * wp.cos(6.283185 * float(hour) / period[k])
    misfit = level[hour] - tide
    wp.atomic_add(loss, 0, wp.float64(misfit * misfit))


def inputs(device=None):
    strength = np.array([5.5, 3.0, 0.5, 0.8, 1.2, 0.3], dtype=np.float32)
    return {"strength": wp.array(strength, dtype=float, requires_grad=True, device=device)}


def forward(strength):
    loss = wp.zeros(1, dtype=wp.float64, requires_grad=True)
    data = [wp.array(PERIOD, dtype=float), wp.array(LEVEL.astype(np.float32), dtype=float)]
    wp.launch(add_misfit, dim=8760, inputs=[strength, *data], outputs=[loss])
    return loss


def gradient(strength):
    tape = wp.Tape()
    with tape:
        loss = forward(strength)
    tape.backward(loss)
    return {"strength": strength.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
