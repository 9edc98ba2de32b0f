"""Calibrate a camera: focal length, centre, two radial coefficients, and the pose of every view."""

import argparse
from pathlib import Path

import numpy as np
import warp as wp
from calib.camera import Camera, checkerboard

LENS = np.array([1.20, 0.03, -0.02, -0.30, 0.10], dtype=np.float32)


def ground_truth(views: int, seed: int):
    rng = np.random.default_rng(seed)
    angles = rng.uniform(-0.3, 0.3, size=(views, 2))
    offsets = np.stack([rng.uniform(-0.2, 0.2, views), rng.uniform(-0.2, 0.2, views), rng.uniform(1.0, 1.4, views)], 1)
    return angles.astype(np.float32), offsets.astype(np.float32)


def observe(camera: Camera, angles: np.ndarray, offsets: np.ndarray, noise: float, seed: int) -> np.ndarray:
    a, o, lens = wp.array(angles, dtype=wp.vec2), wp.array(offsets, dtype=wp.vec3), wp.array(LENS, dtype=float)
    seen = np.stack([camera.project(k, lens, a, o).numpy().copy() for k in range(camera.views)])
    return (seen + noise * np.random.default_rng(seed).standard_normal(seen.shape)).astype(np.float32)


class BlockDescent:
    """Gradient descent with one rate per block of parameters."""

    def __init__(self, blocks: dict, rates: dict):
        self.blocks = blocks
        self.rates = rates

    def step(self) -> None:
        for name, block in self.blocks.items():
            block.assign(block.numpy() - self.rates[name] * block.grad.numpy())


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=15)
    parser.add_argument("--noise", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args(argv)

    wp.init()
    camera = Camera(checkerboard(), args.views)
    angles, offsets = ground_truth(args.views, args.seed)
    seen = wp.array(observe(camera, angles, offsets, args.noise, args.seed), dtype=wp.vec2)
    rng = np.random.default_rng(args.seed + 1)
    blocks = {
        "lens": wp.array(np.array([1.1, 0.0, 0.0, -0.2, 0.0], dtype=np.float32), dtype=float, requires_grad=True),
        "angles": wp.array(angles + rng.normal(0, 0.03, angles.shape), dtype=wp.vec2, requires_grad=True),
        "offsets": wp.array(offsets + rng.normal(0, 0.02, offsets.shape), dtype=wp.vec3, requires_grad=True),
    }
    optimizer = BlockDescent(blocks, {"lens": 0.2, "angles": 1.0, "offsets": 1.0})
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    log = []
    for it in range(args.iterations):
        loss.zero_()
        with wp.Tape() as tape:
            camera.residual(blocks["lens"], blocks["angles"], blocks["offsets"], seen, loss)
        tape.backward(loss)
        optimizer.step()
        tape.zero()
        log.append(float(np.sqrt(loss.numpy()[0])))
        if it % 5 == 0 or it == args.iterations - 1:
            print(f"{it:3d}  rms {log[-1]:.5f}  lens {np.round(blocks['lens'].numpy(), 4)}")
    np.savez(Path.cwd() / "calibration.npz", rms=np.array(log), **{k: b.numpy() for k, b in blocks.items()})


if __name__ == "__main__":
    main()
