"""2e5 sum of the squared angles between neighbouring segments a and b, taken from |a x b| and a . b, which
resolve small angles; they do so in float64 for finite differences too."""

import numpy as np


def objective(node):
    a, b = np.diff(node, axis=0)[:-1], np.diff(node, axis=0)[1:]
    angle = np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), np.sum(a * b, axis=1))
    return float(2.0e5 * np.sum(angle**2))


def gradient(node):
    # The angle grows as b turns away from a; both turn at the rate 1 / length, in their common plane.
    segment = np.diff(node, axis=0)
    a, b = segment[:-1], segment[1:]
    normal = np.cross(a, b)
    angle = np.arctan2(np.linalg.norm(normal, axis=1), np.sum(a * b, axis=1))[:, None]
    normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    by_a = -np.cross(normal, a) / np.sum(a * a, axis=1, keepdims=True)
    by_b = np.cross(normal, b) / np.sum(b * b, axis=1, keepdims=True)
    gradient = np.zeros_like(node)
    for k, (slope_a, slope_b) in enumerate(zip(4.0e5 * angle * by_a, 4.0e5 * angle * by_b, strict=True)):
        gradient[k] -= slope_a
        gradient[k + 1] += slope_a - slope_b
        gradient[k + 2] += slope_b
    return {"node": gradient}
