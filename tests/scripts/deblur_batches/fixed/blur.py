"""Motion blur as a sum of shifted images, one launch per tap."""

import numpy as np
import warp as wp


@wp.kernel
def add_tap(image: wp.array2d(dtype=float), dx: float, dy: float, weight: float, blurred: wp.array2d(dtype=float)):
    i, j = wp.tid()
    n = image.shape[0]
    m = image.shape[1]
    x = wp.clamp(float(i) + dx, 0.0, float(n) - 1.001)
    y = wp.clamp(float(j) + dy, 0.0, float(m) - 1.001)
    a = int(x)
    b = int(y)
    s = x - float(a)
    t = y - float(b)
    low = image[a, b] * (1.0 - t) + image[a, b + 1] * t
    high = image[a + 1, b] * (1.0 - t) + image[a + 1, b + 1] * t
    blurred[i, j] += weight * (low * (1.0 - s) + high * s)


@wp.kernel
def residual(
    blurred: wp.array2d(dtype=float), photo: wp.array2d(dtype=float), scale: float, loss: wp.array(dtype=float)
):
    i, j = wp.tid()
    d = blurred[i, j] - photo[i, j]
    wp.atomic_add(loss, 0, scale * d * d)


@wp.kernel
def total_variation(image: wp.array2d(dtype=float), weight: float, loss: wp.array(dtype=float)):
    i, j = wp.tid()
    dx = image[i + 1, j] - image[i, j]
    dy = image[i, j + 1] - image[i, j]
    wp.atomic_add(loss, 0, weight * wp.sqrt(dx * dx + dy * dy + 1.0e-3))


class Shake:
    """The path of the camera during one exposure."""

    def __init__(self, taps: int, seed: int):
        rng = np.random.default_rng(seed)
        self.path = np.cumsum(rng.normal(0.0, 0.5, size=(taps, 2)), axis=0)
        self.path -= self.path.mean(axis=0)

    def blur(self, image: wp.array) -> wp.array:
        blurred = wp.zeros_like(image, requires_grad=True)
        for dx, dy in self.path:
            inputs = [image, float(dx), float(dy), 1.0 / len(self.path)]
            wp.launch(add_tap, dim=image.shape, inputs=inputs, outputs=[blurred])
        return blurred
