"""Fit four gains to two targets: the response of each gain, and the response of its double."""

import numpy as np
import warp as wp


@wp.kernel
def respond(gain: wp.array(dtype=float), scale: float, response: wp.array(dtype=float)):
    i = wp.tid()
    response[i] = wp.sin(scale * gain[i])


@wp.kernel
def add_error(response: wp.array(dtype=float), target: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = target - response[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    values = np.array([0.3, 0.7, 1.1, 1.9], dtype=np.float32)
    return {"gain": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(gain):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    response = wp.zeros_like(gain)
    wp.launch(respond, dim=4, inputs=[gain, 1.0], outputs=[response])
    wp.launch(add_error, dim=4, inputs=[response, 0.2], outputs=[loss])
    wp.launch(respond, dim=4, inputs=[gain, 2.0], outputs=[response])
    wp.launch(add_error, dim=4, inputs=[response, 0.5], outputs=[loss])
    return loss


def gradient(gain):
    tape = wp.Tape()
    with tape:
        loss = forward(gain)
    tape.backward(loss)
    return {"gain": gain.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
