"""Open eight valves, each feeding an upper and a lower bed, so that both beds get the water that they need."""

import numpy as np
import warp as wp


@wp.func
def valve(lift: float):
    return wp.sqrt(wp.max(lift, 0.0))


@wp.func_grad(valve)
def adj_valve(lift: float, adj_ret: float):
    if lift > 0.01:
        wp.adjoint[lift] += 0.5 / wp.sqrt(lift) * adj_ret


@wp.kernel
def turn(knob: wp.array(dtype=float), ratio: float, lift: wp.array(dtype=float)):
    i = wp.tid()
    lift[i] = ratio * knob[i] * knob[i]


@wp.kernel
def water(lift: wp.array(dtype=float), need: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = need - valve(lift[i]) - 0.3 * lift[i]
    wp.atomic_add(loss, 0, 0.3 * error * error)


def inputs(device=None):
    knob = np.array([0.5, 0.8, 1.2, 0.6, 1.0, 1.4, 0.9, 0.7], dtype=np.float32)
    return {"knob": wp.array(knob, dtype=float, requires_grad=True, device=device)}


def forward(knob):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    lift = wp.zeros_like(knob)
    wp.launch(turn, dim=8, inputs=[knob, 0.4], outputs=[lift])
    wp.launch(water, dim=8, inputs=[lift, 0.7], outputs=[loss])
    wp.launch(turn, dim=8, inputs=[knob, 1.5], outputs=[lift])
    wp.launch(water, dim=8, inputs=[lift, 1.6], outputs=[loss])
    return loss


def gradient(knob):
    tape = wp.Tape()
    with tape:
        loss = forward(knob)
    tape.backward(loss)
    return {"knob": knob.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
