"""Choose heaters and leaks of six rooms in a row, leaks at a price, so that every room is as warm as wanted."""

import numpy as np
import warp as wp

try:
    from warp._src import context
except ImportError:
    from warp import context

WARM = np.array([1.0, 0.8, 0.9, 1.1, 0.7, 0.6], dtype=np.float32)
WALLS = 0.4 * (np.diff(np.eye(6), axis=0).T @ np.diff(np.eye(6), axis=0))


def solve(heater, leak, warmth):
    matrix = WALLS + np.diag(leak.numpy())
    warmth.assign(np.linalg.solve(matrix, heater.numpy()).astype(np.float32))

    def backward():
        adjoint = np.linalg.solve(matrix.T, warmth.grad.numpy()).astype(np.float32)
        heater.grad.assign(heater.grad.numpy() + adjoint)
        leak.grad.assign(leak.grad.numpy() - adjoint * warmth.numpy())
        warmth.grad.zero_()

    if context.runtime.tape is not None:
        context.runtime.tape.record_func(backward, arrays=[heater, leak, warmth])


@wp.kernel
def compare(
    warmth: wp.array(dtype=float), warm: wp.array(dtype=float), leak: wp.array(dtype=float), loss: wp.array(dtype=float)
):
    i = wp.tid()
    error = warm[i] - warmth[i]
    wp.atomic_add(loss, 0, error * error + 0.02 / leak[i])


def inputs(device=None):
    heater = np.array([0.5, 0.2, 0.7, 0.4, 0.3, 0.6], dtype=np.float32)
    leak = np.array([0.4, 0.6, 0.5, 0.3, 0.7, 0.9], dtype=np.float32)
    return {
        "heater": wp.array(heater, dtype=float, requires_grad=True, device=device),
        "leak": wp.array(leak, dtype=float, requires_grad=True, device=device),
    }


def forward(heater, leak):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    warmth = wp.zeros_like(heater)
    solve(heater, leak, warmth)
    wp.launch(compare, dim=6, inputs=[warmth, wp.array(WARM, dtype=float), leak], outputs=[loss])
    return loss


def gradient(heater, leak):
    tape = wp.Tape()
    with tape:
        loss = forward(heater, leak)
    tape.backward(loss)
    return {"heater": heater.grad.numpy(), "leak": leak.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
