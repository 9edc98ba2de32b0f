"""Strew pollen on nine fields in a row so that three winds, which blow either way, leave a wanted amount on each."""

import numpy as np
import warp as wp


@wp.kernel
def blow(air: wp.array(dtype=float), wind: wp.array2d(dtype=float), hour: int, blown: wp.array(dtype=float)):
    i = wp.tid()
    west = wp.max(i - 1, 0)
    east = wp.min(i + 1, 8)
    speed = wind[hour, i]
    share = wp.abs(speed)
    arrived = share * air[west] if speed > 0.0 else share * air[east]
    blown[i] = air[i] + arrived - share * air[i]


@wp.kernel
def add_misfit(air: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    settled = 1.2 * air[i] / (1.0 + air[i])
    misfit = wanted[i] - settled
    wp.atomic_add(loss, 0, 0.5 * misfit * misfit)


def inputs(device=None):
    pollen = np.array([0.4, 1.3, 0.7, 1.6, 0.5, 0.9, 1.8, 0.6, 1.1], dtype=np.float32)
    return {"pollen": wp.array(pollen, dtype=float, requires_grad=True, device=device)}


def forward(pollen):
    speeds = 0.45 * np.cos(np.arange(27).reshape(3, 9) * 0.7 + 0.4)
    wind = wp.array(speeds.astype(np.float32), dtype=float)
    wanted = wp.array(np.linspace(0.9, 0.4, 9, dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    air = pollen
    for hour in range(3):
        blown = wp.zeros_like(pollen)
        wp.launch(blow, dim=9, inputs=[air, wind, hour], outputs=[blown])
        air = blown
    wp.launch(add_misfit, dim=9, inputs=[air, wanted], outputs=[loss])
    return loss


def gradient(pollen):
    tape = wp.Tape()
    with tape:
        loss = forward(pollen)
    tape.backward(loss)
    return {"pollen": pollen.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
