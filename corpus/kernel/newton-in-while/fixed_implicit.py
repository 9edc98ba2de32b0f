"""Find the light on six solar cells and their inner resistance from the currents that they drive at 0.6 volt."""

import numpy as np
import warp as wp

MEASURED = np.array([0.7, 0.9, 0.5, 1.1, 0.6, 0.8], dtype=np.float32)


@wp.func
def drive(light: float, resistance: float):
    current = float(light)
    excess = float(1.0)
    while wp.abs(excess) > 1.0e-5:
        diode = 0.05 * wp.exp((0.6 + resistance * current) / 0.4)
        excess = (light - current - diode) / (1.0 + 2.5 * resistance * diode)
        current = current + excess
    return current


@wp.func_grad(drive)
def adj_drive(light: float, resistance: float, adj_ret: float):
    current = drive(light, resistance)
    steep = 0.125 * wp.exp((0.6 + resistance * current) / 0.4)
    wp.adjoint[light] += adj_ret / (1.0 + resistance * steep)
    wp.adjoint[resistance] -= current * steep * adj_ret / (1.0 + resistance * steep)


@wp.kernel
def measure(light: wp.array(dtype=float), resistance: wp.array(dtype=float), current: wp.array(dtype=float)):
    i = wp.tid()
    current[i] = drive(light[i], resistance[i])


@wp.kernel
def compare(current: wp.array(dtype=float), measured: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = measured[i] - current[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    light = np.array([1.2, 0.8, 1.0, 1.5, 1.1, 0.7], dtype=np.float32)
    resistance = np.array([0.2, 0.5, 0.3, 0.4, 0.6, 0.35], dtype=np.float32)
    return {
        "light": wp.array(light, dtype=float, requires_grad=True, device=device),
        "resistance": wp.array(resistance, dtype=float, requires_grad=True, device=device),
    }


def forward(light, resistance):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    current = wp.zeros_like(light)
    wp.launch(measure, dim=6, inputs=[light, resistance], outputs=[current])
    wp.launch(compare, dim=6, inputs=[current, wp.array(MEASURED, dtype=float)], outputs=[loss])
    return loss


def gradient(light, resistance):
    tape = wp.Tape()
    with tape:
        loss = forward(light, resistance)
    tape.backward(loss)
    return {"light": light.grad.numpy(), "resistance": resistance.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
