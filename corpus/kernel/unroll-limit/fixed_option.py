"""Find the temperatures at which a probe, whose curve is a polynomial of degree sixteen, gives the voltages read."""

import numpy as np
import warp as wp

wp.set_module_options({"max_unroll": 17})

READ = np.array([0.2, 0.4, 0.7, 0.9, 1.2, 1.4, 1.7, 1.9], dtype=np.float32)
CURVE = np.array(
    [0.21, -0.35, 0.12, 0.44, -0.51, 0.18, -0.26, 0.37, -0.42, 0.15, 0.33, -0.28, 0.24, -0.17, 0.31, 1.25, 0.05],
    dtype=np.float32,
)


@wp.kernel
def respond(heat: wp.array(dtype=float), curve: wp.array(dtype=float), voltage: wp.array(dtype=float)):
    i = wp.tid()
    x = heat[i]
    y = float(0.0)
    for k in range(17):
        y = y * x + curve[k]
    voltage[i] = y


@wp.kernel
def compare(voltage: wp.array(dtype=float), read: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = read[i] - voltage[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    heat = np.array([0.25, 0.45, 0.6, 0.75, 0.85, 0.95, 1.05, 1.15], dtype=np.float32)
    return {"heat": wp.array(heat, dtype=float, requires_grad=True, device=device)}


def forward(heat):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    voltage = wp.zeros_like(heat)
    wp.launch(respond, dim=8, inputs=[heat, wp.array(CURVE, dtype=float)], outputs=[voltage])
    wp.launch(compare, dim=8, inputs=[voltage, wp.array(READ, dtype=float)], outputs=[loss])
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
