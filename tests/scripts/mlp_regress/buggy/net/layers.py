"""Dense layers and activations on batches, rows being samples."""

from itertools import pairwise

import numpy as np
import warp as wp


@wp.kernel
def dense(
    x: wp.array2d(dtype=float),
    weight: wp.array2d(dtype=float),
    bias: wp.array(dtype=float),
    y: wp.array2d(dtype=float),
):
    row, col = wp.tid()
    total = bias[col]
    for k in range(x.shape[1]):
        total += x[row, k] * weight[k, col]
    y[row, col] = total


@wp.func
def tanh_unit(x: float):
    return wp.tanh(x)


@wp.func
def swish_unit(x: float):
    return x / (1.0 + wp.exp(-x))


def make_activation(unit):
    """A layer that applies ``unit`` to every element."""

    @wp.kernel
    def activate(x: wp.array2d(dtype=float), y: wp.array2d(dtype=float)):
        i, j = wp.tid()
        y[i, j] = unit(x[i, j])

    def apply(x: wp.array) -> wp.array:
        y = wp.zeros_like(x, requires_grad=True)
        wp.launch(activate, dim=x.shape, inputs=[x], outputs=[y])
        return y

    return apply


class Dense:
    def __init__(self, fan_in: int, fan_out: int, rng: np.random.Generator):
        weight = rng.normal(0.0, np.sqrt(1.5 / fan_in), size=(fan_in, fan_out)).astype(np.float32)
        self.weight = wp.array(weight, dtype=float, requires_grad=True)
        self.bias = wp.zeros(fan_out, dtype=float, requires_grad=True)
        self.fan_out = fan_out

    def __call__(self, x: wp.array) -> wp.array:
        y = wp.zeros((x.shape[0], self.fan_out), dtype=float, requires_grad=True)
        wp.launch(dense, dim=y.shape, inputs=[x, self.weight, self.bias], outputs=[y])
        return y


class MLP:
    def __init__(self, widths, activations, seed: int):
        rng = np.random.default_rng(seed)
        self.layers = [Dense(a, b, rng) for a, b in pairwise(widths)]
        self.activations = activations

    def parameters(self) -> list[wp.array]:
        return [p for layer in self.layers for p in (layer.weight, layer.bias)]

    def __call__(self, x: wp.array) -> wp.array:
        for layer, activation in zip(self.layers, self.activations, strict=True):
            x = layer(x)
            if activation is not None:
                x = activation(x)
        return x
