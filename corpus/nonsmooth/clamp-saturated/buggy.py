"""Pitch of seven wind turbines, held between two stops, so that each gives the torque that is asked of it."""

import numpy as np
import warp as wp

WIND = np.array([0.7, 0.9, 1.1, 0.8, 1.0, 0.6, 1.2], dtype=np.float32)
ASKED = np.array([0.3, 0.45, 0.5, 0.4, 0.55, 0.6, 0.35], dtype=np.float32)


@wp.func
def stopped(pitch: float):
    return wp.clamp(pitch, 0.1, 0.7)


@wp.kernel
def turn(pitch: wp.array(dtype=float), wind: wp.array(dtype=float), torque: wp.array(dtype=float)):
    i = wp.tid()
    blade = stopped(pitch[i])
    torque[i] = 0.8 * wind[i] * wp.sin(2.0 * blade)


@wp.kernel
def compare(asked: wp.array(dtype=float), torque: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = asked[i] - torque[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    pitch = np.array([0.9, 1.2, 1.5, 0.0, -0.4, 0.8, 2.1], dtype=np.float32)
    return {"pitch": wp.array(pitch, dtype=float, requires_grad=True, device=device)}


def forward(pitch):
    torque = wp.zeros_like(pitch)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(turn, dim=7, inputs=[pitch, wp.array(WIND, dtype=float)], outputs=[torque])
    wp.launch(compare, dim=7, inputs=[wp.array(ASKED, dtype=float), torque], outputs=[loss])
    return loss


def gradient(pitch):
    tape = wp.Tape()
    with tape:
        loss = forward(pitch)
    tape.backward(loss)
    return {"pitch": pitch.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
