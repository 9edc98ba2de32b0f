"""Feed of four hoppers, and how each shares it out between three belts, so that the belts carry what is wanted."""

import numpy as np
import warp as wp

WANTED = np.array([0.7, 1.1, 0.5], dtype=np.float32)


@wp.kernel
def feed_belts(feed: wp.array(dtype=float), share: wp.array2d(dtype=float), belt: wp.array(dtype=float)):
    k = wp.tid()
    total = float(0.0)
    for hopper in range(4):
        total += feed[hopper] * share[hopper, k]
    belt[k] = total


@wp.kernel
def compare(wanted: wp.array(dtype=float), belt: wp.array(dtype=float), loss: wp.array(dtype=float)):
    k = wp.tid()
    error = wanted[k] - belt[k]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    feed = np.array([0.5, 0.8, 0.3, 0.6], dtype=np.float32)
    share = np.array([[0.5, 0.2, 0.3], [0.1, 0.6, 0.3], [0.4, 0.4, 0.2], [0.3, 0.3, 0.4]], dtype=np.float32)
    return {
        "feed": wp.array(feed, dtype=float, requires_grad=True, device=device),
        "share": wp.array(share, dtype=float, requires_grad=True, device=device),
    }


def forward(feed, share):
    belt = wp.zeros(3, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(feed_belts, dim=3, inputs=[feed, share], outputs=[belt])
    wp.launch(compare, dim=3, inputs=[wp.array(WANTED, dtype=float), belt], outputs=[loss])
    return loss


def gradient(feed, share):
    tape = wp.Tape()
    with tape:
        loss = forward(feed, share)
    tape.backward(loss)
    return {"feed": feed.grad.numpy(), "share": share.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
