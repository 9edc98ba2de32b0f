"""Set throttle and gear of six carts so that push, which saturates, less air drag comes out as wanted."""

import numpy as np
import warp as wp

WANTED = np.array([0.5, 0.3, 0.6, 0.2, 0.4, 0.1], dtype=np.float32)


@wp.func
def saturate(x: float):
    return x / wp.sqrt(1.0 + x * x)


@wp.func_grad(saturate)
def adj_saturate(x: float, adj_ret: float):
    wp.adjoint[x] = adj_ret / wp.pow(1.0 + x * x, 1.5)


@wp.kernel
def drive(throttle: wp.array(dtype=float), gear: wp.array(dtype=float), force: wp.array(dtype=float)):
    i = wp.tid()
    v = throttle[i] * gear[i]
    push = saturate(v)
    force[i] = push - 0.25 * v * v


@wp.kernel
def compare(force: wp.array(dtype=float), wanted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted[i] - force[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    throttle = np.array([0.4, 0.9, 0.7, 0.5, 0.8, 0.6], dtype=np.float32)
    gear = np.array([1.0, 1.5, 0.8, 2.2, 1.2, 1.8], dtype=np.float32)
    return {
        "throttle": wp.array(throttle, dtype=float, requires_grad=True, device=device),
        "gear": wp.array(gear, dtype=float, requires_grad=True, device=device),
    }


def forward(throttle, gear):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    force = wp.zeros_like(throttle)
    wp.launch(drive, dim=6, inputs=[throttle, gear], outputs=[force])
    wp.launch(compare, dim=6, inputs=[force, wp.array(WANTED, dtype=float)], outputs=[loss])
    return loss


def gradient(throttle, gear):
    tape = wp.Tape()
    with tape:
        loss = forward(throttle, gear)
    tape.backward(loss)
    return {"throttle": throttle.grad.numpy(), "gear": gear.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
