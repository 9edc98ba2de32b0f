from pathlib import Path

import numpy as np
import warp as wp

from .kernels import tone_map

try:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    plt = None


class Preview:
    """Writes tone-mapped frames, as .png where matplotlib is there and as .npy otherwise."""

    def __init__(self, folder: Path, every: int, exposure: float = 2.0):
        self.folder = folder
        self.every = every
        self.exposure = exposure

    def show(self, iteration: int, density: wp.array) -> None:
        if iteration % self.every:
            return
        wp.launch(tone_map, dim=density.shape, inputs=[density, self.exposure], outputs=[density])
        image = density.numpy()
        if plt is None:
            np.save(self.folder / f"frame_{iteration:03d}.npy", image)
        else:
            plt.imsave(self.folder / f"frame_{iteration:03d}.png", image, cmap="magma", vmin=0.0, vmax=1.0)
