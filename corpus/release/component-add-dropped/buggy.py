"""Fill six balloons with gas, and choose the wind that each rises into, so that drag and lift add up as wanted."""

import numpy as np
import warp as wp

WANTED = np.array(
    [[0.3, 0.2, 0.5], [0.1, 0.4, 0.3], [0.2, -0.1, 0.6], [-0.2, 0.3, 0.4], [0.0, 0.1, 0.7], [0.4, 0.0, 0.2]],
    dtype=np.float32,
)


@wp.kernel
def blow(wind: wp.array(dtype=wp.vec3), force: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    w = wind[i]
    force[i] = 0.6 * wp.length(w) * w


@wp.kernel
def lift(gas: wp.array(dtype=float), force: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    g = gas[i]
    force[i][2] += 0.9 * g - 0.25 * g * g


@wp.kernel
def compare(force: wp.array(dtype=wp.vec3), wanted: wp.array(dtype=wp.vec3), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - force[i]
    wp.atomic_add(loss, 0, 0.5 * wp.dot(error, error))


def inputs(device=None):
    wind = np.array(
        [[0.5, 0.3, 0.1], [0.4, 0.6, -0.2], [0.7, 0.2, 0.2], [-0.3, 0.5, 0.3], [0.3, -0.4, 0.4], [0.8, 0.1, -0.1]],
        dtype=np.float32,
    )
    gas = np.array([0.3, 0.6, 0.4, 0.2, 0.5, 0.7], dtype=np.float32)
    return {
        "wind": wp.array(wind, dtype=wp.vec3, requires_grad=True, device=device),
        "gas": wp.array(gas, dtype=float, requires_grad=True, device=device),
    }


def forward(wind, gas):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    force = wp.zeros_like(wind)
    wp.launch(blow, dim=6, inputs=[wind], outputs=[force])
    wp.launch(lift, dim=6, inputs=[gas], outputs=[force])
    wp.launch(compare, dim=6, inputs=[force, wp.array(WANTED, dtype=wp.vec3)], outputs=[loss])
    return loss


def gradient(wind, gas):
    tape = wp.Tape()
    with tape:
        loss = forward(wind, gas)
    tape.backward(loss)
    return {"wind": wind.grad.numpy(), "gas": gas.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
