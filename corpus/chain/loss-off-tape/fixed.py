"""Find the four points that a lens with radial distortion maps to the corners of a square."""

import numpy as np
import warp as wp

SQUARE = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], dtype=np.float32)


@wp.kernel
def distort(point: wp.array(dtype=wp.vec2), image: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    p = point[i]
    image[i] = (1.0 + 0.2 * wp.dot(p, p)) * p


@wp.kernel
def add_distance(image: wp.array(dtype=wp.vec2), corner: wp.array(dtype=wp.vec2), loss: wp.array(dtype=float)):
    i = wp.tid()
    gap = corner[i] - image[i]
    wp.atomic_add(loss, 0, wp.dot(gap, gap))


def inputs(device=None):
    values = np.array([[0.7, 0.9], [-1.1, 0.8], [-0.6, -0.7], [0.9, -1.2]], dtype=np.float32)
    return {"point": wp.array(values, dtype=wp.vec2, requires_grad=True, device=device)}


def project(point):
    image = wp.zeros_like(point)
    wp.launch(distort, dim=4, inputs=[point], outputs=[image])
    return image


def compare(image):
    corner = wp.array(SQUARE, dtype=wp.vec2)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(add_distance, dim=4, inputs=[image, corner], outputs=[loss])
    return loss


def forward(point):
    return compare(project(point))


def gradient(point):
    tape = wp.Tape()
    with tape:
        image = project(point)
        loss = compare(image)
    tape.backward(loss)
    return {"point": point.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
