"""Learn the growth rates of six cultures, by gradient descent, from their sizes after one day."""

import numpy as np
import warp as wp


@wp.kernel
def grow(rate: wp.array(dtype=float), size: wp.array(dtype=float)):
    i = wp.tid()
    size[i] = 0.6 * wp.exp(rate[i])


@wp.kernel
def add_misfit(size: wp.array(dtype=float), counted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = counted[i] - size[i]
    wp.atomic_add(loss, 0, misfit * misfit)


def inputs(device=None):
    values = np.array([0.1, 0.6, 0.2, 0.5, 0.3, 0.4], dtype=np.float32)
    return {"rate": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(rate):
    counted = wp.array(np.array([1.2, 0.7, 1.3, 0.6, 1.4, 0.5], dtype=np.float32), dtype=float)
    size = wp.zeros_like(rate)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(grow, dim=6, inputs=[rate], outputs=[size])
    wp.launch(add_misfit, dim=6, inputs=[size, counted], outputs=[loss])
    return loss


def gradient(rate):
    tape = wp.Tape()
    with tape:
        loss = forward(rate)
    tape.backward(loss)
    return {"rate": rate.grad.numpy().copy()}


def train(iterations, device=None):
    arrays = inputs(device)
    for _ in range(iterations):
        consumed = gradient(**arrays)
        yield arrays, consumed
        arrays["rate"].assign(arrays["rate"].numpy() - 0.02 * consumed["rate"])


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
    for arrays, consumed in train(8):
        print("loss in training", forward(**arrays).numpy()[0], "gradient", np.linalg.norm(consumed["rate"]))
