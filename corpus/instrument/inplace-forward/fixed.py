"""Fill six ponds by three days of rain, which a gutter shares out between each pond and the next one in the ring."""

import numpy as np
import warp as wp


@wp.kernel
def rain_on(share: wp.array(dtype=float), rain: float, level: wp.array(dtype=float), later: wp.array(dtype=float)):
    i = wp.tid()
    later[i] = rain * (1.0 + share[i] - share[(i + 5) % 6]) + level[i]


@wp.kernel
def compare(wanted: wp.array(dtype=float), level: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wp.log(wanted[i]) - wp.log(level[i])
    wp.atomic_add(loss, 0, 0.5 * error * error)


def inputs(device=None):
    level = np.array([0.6, 0.9, 0.4, 1.1, 0.7, 0.5], dtype=np.float32)
    share = np.array([0.5, 0.3, 0.8, 0.6, 0.45, 0.7], dtype=np.float32)
    return {
        "level": wp.array(level, dtype=float, requires_grad=True, device=device),
        "share": wp.array(share, dtype=float, requires_grad=True, device=device),
    }


def forward(level, share):
    wanted = wp.array(np.array([1.4, 1.0, 1.2, 1.6, 0.9, 1.1], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    for rain in (0.2, 0.35, 0.1):
        later = wp.zeros_like(level)
        wp.launch(rain_on, dim=6, inputs=[share, rain, level], outputs=[later])
        level = later
    wp.launch(compare, dim=6, inputs=[wanted, level], outputs=[loss])
    return loss


def gradient(level, share):
    tape = wp.Tape()
    with tape:
        loss = forward(level, share)
    tape.backward(loss)
    return {"level": level.grad.numpy(), "share": share.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
