"""Move five pairs of rods towards each other until the springs between them pull as wanted."""

import numpy as np
import warp as wp

PULL = np.array([0.3, 0.8, 0.5, 0.6, 0.1], dtype=np.float32)


@wp.func
def stretch(left: float, right: float):
    gap = right - left
    return wp.sqrt(gap * gap + 0.04) - 0.2


@wp.func_grad(stretch)
def adj_stretch(left: float, right: float, adj_ret: float):
    gap = right - left
    backward = (left - right) / wp.sqrt(gap * gap + 0.04)
    wp.adjoint[left] += backward * adj_ret
    wp.adjoint[right] -= backward * adj_ret


@wp.kernel
def pull(left: wp.array(dtype=float), right: wp.array(dtype=float), force: wp.array(dtype=float)):
    i = wp.tid()
    force[i] = 0.8 * stretch(left[i], right[i])


@wp.kernel
def compare(force: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - force[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    left = np.array([-0.5, 0.2, 0.9, -0.1, 0.4], dtype=np.float32)
    right = np.array([0.6, 0.7, 0.3, 1.4, 1.3], dtype=np.float32)
    return {
        "left": wp.array(left, dtype=float, requires_grad=True, device=device),
        "right": wp.array(right, dtype=float, requires_grad=True, device=device),
    }


def forward(left, right):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    force = wp.zeros_like(left)
    wp.launch(pull, dim=5, inputs=[left, right], outputs=[force])
    wp.launch(compare, dim=5, inputs=[force, wp.array(PULL, dtype=float)], outputs=[loss])
    return loss


def gradient(left, right):
    tape = wp.Tape()
    with tape:
        loss = forward(left, right)
    tape.backward(loss)
    return {"left": left.grad.numpy(), "right": right.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
