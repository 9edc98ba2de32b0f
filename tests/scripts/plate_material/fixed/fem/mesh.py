import numpy as np


def plate_mesh(nx: int, ny: int, size: float):
    """Points, triangles and inverse reference shapes of a rectangular plate."""
    i, j = np.meshgrid(np.arange(nx + 1), np.arange(ny + 1), indexing="ij")
    points = np.stack([i.ravel(), j.ravel()], axis=1) * size
    node = (np.arange(nx + 1)[:, None] * (ny + 1) + np.arange(ny + 1)[None, :]).astype(np.int32)
    a, b, c, d = node[:-1, :-1].ravel(), node[1:, :-1].ravel(), node[1:, 1:].ravel(), node[:-1, 1:].ravel()
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    p = points[triangles]
    shapes = np.stack([p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]], axis=2)
    return points.astype(np.float32), triangles, np.linalg.inv(shapes).astype(np.float32)
