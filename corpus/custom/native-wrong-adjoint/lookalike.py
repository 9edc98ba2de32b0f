"""Set the angles of seven mirrors so that the light which they throw on a wall is as bright as wanted."""

import numpy as np
import warp as wp

snippet = """
    bright[i] = power[i] * cos(angle[i]) * cos(angle[i]);
    """
adj_snippet = """
    adj_power[i] += (0.5f + 0.5f * cos(2.0f * angle[i])) * adj_bright[i];
    adj_angle[i] -= power[i] * sin(2.0f * angle[i]) * adj_bright[i];
    """


@wp.func_native(snippet, adj_snippet)
def reflect(power: wp.array(dtype=float), angle: wp.array(dtype=float), bright: wp.array(dtype=float), i: int): ...


@wp.kernel
def shine(power: wp.array(dtype=float), angle: wp.array(dtype=float), bright: wp.array(dtype=float)):
    i = wp.tid()
    reflect(power, angle, bright, i)


@wp.kernel
def compare(bright: wp.array(dtype=float), wanted: float, angle: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted - bright[i]
    wp.atomic_add(loss, 0, error * error + 0.1 * angle[i] * angle[i])


def inputs(device=None):
    power = np.array([1.0, 1.4, 0.8, 1.2, 0.9, 1.6, 1.1], dtype=np.float32)
    angle = np.array([0.3, 0.6, -0.4, 0.9, -0.7, 0.5, -0.2], dtype=np.float32)
    return {
        "power": wp.array(power, dtype=float, requires_grad=True, device=device),
        "angle": wp.array(angle, dtype=float, requires_grad=True, device=device),
    }


def forward(power, angle):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    bright = wp.zeros_like(power)
    wp.launch(shine, dim=7, inputs=[power, angle], outputs=[bright])
    wp.launch(compare, dim=7, inputs=[bright, 0.6, angle], outputs=[loss])
    return loss


def gradient(power, angle):
    tape = wp.Tape()
    with tape:
        loss = forward(power, angle)
    tape.backward(loss)
    return {"power": power.grad.numpy(), "angle": angle.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
