"""Restore an image from several shaken exposures, one exposure after the other."""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import warp as wp
from blur import Shake, residual, total_variation


def scene(n: int) -> np.ndarray:
    i, j = np.mgrid[0:n, 0:n] / n
    disc = ((i - 0.4) ** 2 + (j - 0.45) ** 2 < 0.06).astype(float)
    bars = 0.5 * (np.sin(28.0 * j) > 0.3) * (i > 0.7)
    return (disc + bars + 0.1 * i).astype(np.float32)


class Restorer:
    def __init__(self, n: int, exposures: int, taps: int, rate: float):
        self.shakes = [Shake(taps, seed) for seed in range(exposures)]
        truth = wp.array(scene(n), dtype=float)
        self.photos = [wp.clone(shake.blur(truth), requires_grad=False) for shake in self.shakes]
        self.image = wp.array(np.full((n, n), 0.3, dtype=np.float32), dtype=float, requires_grad=True)
        self.rate = rate

    def accumulate(self, index: int) -> float:
        """Add the gradient of one exposure's share of the loss."""
        n = self.image.shape[0]
        share = 1.0 / len(self.shakes)
        loss = wp.zeros(1, dtype=float, requires_grad=True)
        with wp.Tape() as tape:
            blurred = self.shakes[index].blur(self.image)
            inputs = [blurred, self.photos[index], share / n**2]
            wp.launch(residual, dim=blurred.shape, inputs=inputs, outputs=[loss])
            wp.launch(total_variation, dim=(n - 1, n - 1), inputs=[self.image, 2e-3 * share / n**2], outputs=[loss])
        tape.backward(loss)
        return float(loss.numpy()[0])

    def update(self) -> None:
        self.image.assign(np.clip(self.image.numpy() - self.rate * self.image.grad.numpy(), 0.0, 2.0))
        self.image.grad.zero_()

    def epoch(self) -> float:
        total = sum(self.accumulate(k) for k in range(len(self.shakes)))
        self.update()
        return total


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=32)
    parser.add_argument("--exposures", type=int, default=5)
    parser.add_argument("--taps", type=int, default=48)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate", type=float, default=400.0)
    args = parser.parse_args(argv)

    restorer = Restorer(args.size, args.exposures, args.taps, args.rate)
    losses = []
    for epoch in range(args.epochs):
        losses.append(restorer.epoch())
        print(f"epoch {epoch:2d}: {losses[-1]:.5e}")
    np.savez(Path(tempfile.mkdtemp(prefix="deblur_")) / "image.npz", image=restorer.image.numpy(), losses=losses)


if __name__ == "__main__":
    main()
