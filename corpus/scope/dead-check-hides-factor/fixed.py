"""Pitch of seven windmill blades for three winds, so that each blade gives its wanted torque in every wind."""

import numpy as np
import warp as wp

WANTED = np.array([0.3, 0.5, 0.2, 0.6, 0.4, 0.1, 0.5], dtype=np.float32)


@wp.kernel
def turn(pitch: wp.array(dtype=float), torque: wp.array2d(dtype=float)):
    w, i = wp.tid()
    torque[w, i] = wp.sin((1.2 + 0.3 * float(w)) * pitch[i])


@wp.kernel
def compare(torque: wp.array2d(dtype=float), wanted: wp.array(dtype=float), cost: wp.array(dtype=float)):
    w, i = wp.tid()
    error = wanted[i] - torque[w, i]
    wp.atomic_add(cost, 0, 0.2 * error * error)


def inputs(device=None):
    pitch = np.array([0.6, 0.1, 0.4, 0.2, 0.9, 0.5, 0.3], dtype=np.float32)
    return {"pitch": wp.array(pitch, dtype=float, requires_grad=True, device=device)}


def evaluate(pitch, cost):
    cost.zero_()
    torque = wp.zeros((3, 7), dtype=float, requires_grad=True)
    wp.launch(turn, dim=(3, 7), inputs=[pitch], outputs=[torque])
    wp.launch(compare, dim=(3, 7), inputs=[torque, wp.array(WANTED, dtype=float)], outputs=[cost])
    return cost


def forward(pitch):
    cost = wp.zeros(1, dtype=float, requires_grad=True)
    assert np.isfinite(evaluate(pitch, cost).numpy()[0])
    return cost


def gradient(pitch):
    tape = wp.Tape()
    with tape:
        cost = forward(pitch)
    tape.backward(cost)
    return {"pitch": pitch.grad.numpy()}


def agreement(found, shift=0.01):
    """Cosine of the angle between a gradient and central differences: one where they point the same way."""
    start, slopes = inputs()["pitch"].numpy(), []
    for i in range(7):
        moved = [wp.array(start + sign * shift * np.eye(7, dtype=np.float32)[i], dtype=float) for sign in (1, -1)]
        slopes.append(forward(moved[0]).numpy()[0] - forward(moved[1]).numpy()[0])
    return found @ slopes / (np.linalg.norm(found) * np.linalg.norm(slopes))


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
    print("agreement with differences", agreement(gradient(**inputs())["pitch"]))
