"""Set height and spread of five garden sprinklers so that each wets its bed as deep and as far as wanted."""

import numpy as np
import warp as wp

DEEP = np.array([0.5, 0.3, 0.6, 0.4, 0.7], dtype=np.float32)
FAR = np.array([1.1, 1.4, 0.8, 1.2, 0.9], dtype=np.float32)


@wp.struct
class Shower:
    radius: float
    depth: float


@wp.kernel
def sprinkle(height: wp.array(dtype=float), spread: wp.array(dtype=float), shower: wp.array(dtype=Shower)):
    i = wp.tid()
    radius = wp.tan(spread[i]) * height[i] + 0.2
    shower[i].radius = radius
    shower[i].depth = 0.6 / (0.3 + radius * radius)


@wp.kernel
def compare(
    shower: wp.array(dtype=Shower), deep: wp.array(dtype=float), far: wp.array(dtype=float), loss: wp.array(dtype=float)
):
    i = wp.tid()
    s = shower[i]
    shallow = deep[i] - s.depth
    short = far[i] - s.radius
    wp.atomic_add(loss, 0, 0.4 * shallow * shallow + 0.2 * short * short)


def inputs(device=None):
    height = np.array([0.9, 1.2, 0.7, 1.0, 1.1], dtype=np.float32)
    spread = np.array([0.6, 0.5, 0.8, 0.7, 0.4], dtype=np.float32)
    return {
        "height": wp.array(height, dtype=float, requires_grad=True, device=device),
        "spread": wp.array(spread, dtype=float, requires_grad=True, device=device),
    }


def forward(height, spread):
    deep = wp.array(DEEP, dtype=float)
    far = wp.array(FAR, dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    shower = wp.zeros(5, dtype=Shower, requires_grad=True)
    wp.launch(sprinkle, dim=5, inputs=[height, spread], outputs=[shower])
    wp.launch(compare, dim=5, inputs=[shower, deep, far], outputs=[loss])
    return loss


def gradient(height, spread):
    tape = wp.Tape()
    with tape:
        loss = forward(height, spread)
    tape.backward(loss)
    return {"height": height.grad.numpy(), "spread": spread.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
