"""Learn capacity and response of five leaves, to light from above and from the side, by descent on measured growth."""

import numpy as np
import warp as wp

GROWTH = np.array([0.9, 0.4, 1.1, 0.6, 0.8], dtype=np.float32)
LIGHT = np.array([[1.0, 0.3], [0.4, 0.9], [0.8, 0.8], [1.2, 0.1], [0.5, 0.6]], dtype=np.float32)


@wp.kernel
def grow(
    capacity: wp.array(dtype=float),
    response: wp.array(dtype=wp.vec2),
    light: wp.array(dtype=wp.vec2),
    growth: wp.array(dtype=float),
):
    leaf = wp.tid()
    growth[leaf] = capacity[leaf] * wp.tanh(wp.dot(response[leaf], light[leaf]))


@wp.kernel
def add_misfit(growth: wp.array(dtype=float), measured: wp.array(dtype=float), loss: wp.array(dtype=float)):
    leaf = wp.tid()
    misfit = measured[leaf] - growth[leaf]
    wp.atomic_add(loss, 0, 0.5 * misfit * misfit)


def inputs(device=None):
    capacity = np.array([1.2, 0.9, 0.8, 1.5, 1.1], dtype=np.float32)
    response = np.array([[0.3, 0.2], [0.9, 0.6], [0.4, 0.5], [0.8, 0.3], [0.2, 0.7]], dtype=np.float32)
    return {
        "capacity": wp.array(capacity, dtype=float, requires_grad=True, device=device),
        "response": wp.array(response, dtype=wp.vec2, requires_grad=True, device=device),
    }


def forward(capacity, response):
    light = wp.array(LIGHT, dtype=wp.vec2)
    measured = wp.array(GROWTH, dtype=float)
    growth = wp.zeros(5, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(grow, dim=5, inputs=[capacity, response, light], outputs=[growth])
    wp.launch(add_misfit, dim=5, inputs=[growth, measured], outputs=[loss])
    return loss


def gradient(capacity, response):
    tape = wp.Tape()
    with tape:
        loss = forward(capacity, response)
    tape.backward(loss)
    return {"capacity": capacity.grad.numpy().copy(), "response": response.grad.numpy().copy()}


def train(iterations, device=None):
    arrays = inputs(device)
    for _ in range(iterations):
        consumed = gradient(**arrays)
        yield arrays, consumed
        capacity = arrays["capacity"].numpy() - 0.1 * consumed["capacity"]
        arrays["capacity"] = wp.array(capacity, dtype=float, requires_grad=True, device=device)
        arrays["response"].assign(arrays["response"].numpy() - 0.1 * consumed["response"])
        arrays["response"].grad.zero_()


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
    for arrays, _ in train(8):
        print("loss in training", forward(**arrays).numpy()[0])
