from __future__ import annotations

import numpy as np
import warp as wp

from .kernels import distort, reprojection, to_pixels, to_plane


def checkerboard(nx: int = 7, ny: int = 6, pitch: float = 0.2) -> np.ndarray:
    grid = np.mgrid[0:nx, 0:ny].reshape(2, -1).T * pitch
    grid = grid - grid.mean(axis=0)
    return np.concatenate([grid, np.zeros((len(grid), 1))], axis=1).astype(np.float32)


class Camera:
    """A pinhole with two radial coefficients that looks at a board from several places."""

    def __init__(self, board: np.ndarray, views: int):
        self.views = views
        self.points = len(board)
        self.board = wp.array(board, dtype=wp.vec3)

        def per_view() -> list[wp.array]:
            return [wp.zeros(self.points, dtype=wp.vec2, requires_grad=True) for _ in range(views)]

        self.rays, self.pixels = per_view(), per_view()

    def project(self, view: int, lens: wp.array, angles: wp.array, offsets: wp.array) -> wp.array:
        n = self.points
        rays, pixels = self.rays[view], self.pixels[view]
        wp.launch(to_plane, dim=n, inputs=[self.board, angles, offsets, view], outputs=[rays])
        wp.launch(distort, dim=n, inputs=[rays, lens])
        wp.launch(to_pixels, dim=n, inputs=[rays, lens], outputs=[pixels])
        return pixels

    def residual(self, lens: wp.array, angles: wp.array, offsets: wp.array, seen: wp.array, loss: wp.array) -> None:
        scale = 1.0 / (self.views * self.points)
        for view in range(self.views):
            pixels = self.project(view, lens, angles, offsets)
            wp.launch(reprojection, dim=self.points, inputs=[pixels, seen, view, scale], outputs=[loss])
