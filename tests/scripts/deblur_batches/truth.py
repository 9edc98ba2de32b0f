"""Float64 model of the exposures; the gradient of the whole epoch by central differences over every pixel."""

import sys
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from truthlib import Enough, central, run, until_enough

N, EXPOSURES, TAPS = 32, 5, 48


def operator(path):
    i, j = (a.ravel() for a in np.mgrid[0:N, 0:N])
    total = coo_matrix((N * N, N * N))
    for dx, dy in path.astype(np.float32).astype(np.float64):
        x, y = np.clip(i + dx, 0, N - 1.001), np.clip(j + dy, 0, N - 1.001)
        a, b = x.astype(int), y.astype(int)
        s, t = x - a, y - b
        for da, ws in ((0, 1 - s), (1, s)):
            for db, wt in ((0, 1 - t), (1, t)):
                cell = (np.arange(N * N), (a + da) * N + b + db)
                total = total + coo_matrix((ws * wt / TAPS, cell), shape=total.shape)
    return total.tocsr()


def collect(train):
    seen = []
    original = train.Restorer.update

    def update(self):
        seen.append((self.image.numpy().copy(), self.image.grad.numpy().copy()))
        if len(seen) == 3:
            raise Enough
        original(self)

    train.Restorer.update = update
    until_enough(train.main, [])
    blurs = [operator(train.Shake(TAPS, seed).path) for seed in range(EXPOSURES)]
    photos = [blur @ train.scene(N).astype(np.float64).ravel() for blur in blurs]

    def objective(image):
        dx, dy = np.diff(image, axis=0)[:, :-1], np.diff(image, axis=1)[:-1]
        total = 2e-3 * np.sqrt(dx**2 + dy**2 + 1e-3).sum()
        for blur, photo in zip(blurs, photos, strict=True):
            total += ((blur @ image.ravel() - photo) ** 2).sum() / EXPOSURES
        return total / N**2

    return [(k, "image", grad, central(objective, image, 1e-5)) for k, (image, grad) in enumerate(seen)]


run(__file__, collect)
