"""Green shares of six traffic lights along a road: few cars should wait, and the cross roads want their share, too."""

import numpy as np
import warp as wp

FLOW = np.array([0.5, 0.7, 0.4, 0.6, 0.8, 0.3], dtype=np.float32)
LIMIT = 10.0


@wp.kernel
def hold_back(green: wp.array(dtype=float), flow: wp.array(dtype=float), queue: wp.array(dtype=float)):
    light = wp.tid()
    excess = 4.0 * (flow[light] - green[light])
    queue[light] = 0.25 * wp.log(1.0 + wp.exp(excess))


@wp.kernel
def add_cost(green: wp.array(dtype=float), queue: wp.array(dtype=float), loss: wp.array(dtype=float)):
    light = wp.tid()
    before = queue[wp.max(light - 1, 0)]
    cars = before + queue[light]
    wp.atomic_add(loss, 0, 0.3 * cars * cars + 0.1 * green[light] * green[light])


def inputs(device=None):
    green = np.array([0.4, 0.5, 0.6, 0.3, 0.7, 0.5], dtype=np.float32)
    return {"green": wp.array(green, dtype=float, requires_grad=True, device=device)}


def forward(green):
    flow = wp.array(FLOW, dtype=float)
    queue = wp.zeros(6, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(hold_back, dim=6, inputs=[green, flow], outputs=[queue])
    wp.launch(add_cost, dim=6, inputs=[green, queue], outputs=[loss])
    return loss


def steepness(green):
    tape = wp.Tape()
    with tape:
        loss = forward(green)
    tape.backward(loss)
    norm = np.linalg.norm(green.grad.numpy())
    tape.zero()
    return norm


def gradient(green):
    shrink = min(1.0, LIMIT / steepness(green))
    tape = wp.Tape()
    with tape:
        loss = forward(green)
    tape.backward(loss)
    return {"green": shrink * green.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
