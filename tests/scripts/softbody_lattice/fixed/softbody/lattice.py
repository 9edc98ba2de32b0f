"""Regular lattices of masses and springs."""

from dataclasses import dataclass
from itertools import product

import numpy as np


@dataclass
class Lattice:
    points: np.ndarray
    pairs: np.ndarray
    rest: np.ndarray
    inv_mass: np.ndarray


def build_lattice(nx: int, ny: int, nz: int, spacing: float) -> Lattice:
    cells = list(product(range(nx), range(ny), range(nz)))
    index = {cell: i for i, cell in enumerate(cells)}
    points = np.array(cells, dtype=np.float32) * spacing
    offsets = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)]
    pairs = []
    for cell in cells:
        for offset in offsets:
            other = tuple(a + b for a, b in zip(cell, offset, strict=True))
            if other in index:
                pairs.append((index[cell], index[other]))
    pairs = np.array(pairs, dtype=np.int32)
    rest = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1).astype(np.float32)
    inv_mass = np.ones(len(points), dtype=np.float32)
    inv_mass[points[:, 1] > spacing * (ny - 1.5)] = 0.0
    return Lattice(points, pairs, rest, inv_mass)
