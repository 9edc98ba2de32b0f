"""Map the friction of a curling sheet from where the stones stopped."""

import argparse
from pathlib import Path

import numpy as np
import warp as wp
from ice import Sheet
from warp.optim import SGD


def pebble(cells: int) -> np.ndarray:
    s = np.linspace(0.0, 1.0, cells)
    return np.log(0.018 + 0.008 * np.sin(9.0 * s) * np.exp(-s)).astype(np.float32)


def run(args) -> dict:
    speeds = np.linspace(1.2, 3.2, args.stones).astype(np.float32)
    sheet = Sheet(speeds, args.steps, dt=0.1)
    stops = wp.clone(sheet.throw(wp.array(pebble(args.cells), dtype=float)), requires_grad=False)
    log_mu = wp.full(args.cells, float(np.log(0.02)), dtype=float, requires_grad=True)
    optimizer = SGD([log_mu], lr=args.rate, momentum=0.3)
    losses = []
    for it in range(args.iters):
        with wp.Tape() as tape:
            loss = sheet.error(sheet.throw(log_mu), stops)
        tape.backward(loss)
        optimizer.step([log_mu.grad])
        losses.append(float(loss.numpy()[0]))
        tape.zero()
        print(f"{it:2d}  mean squared stop error {losses[-1]:.5f} m^2")
    return {"log_mu": log_mu.numpy(), "losses": np.array(losses)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stones", type=int, default=40)
    parser.add_argument("--cells", type=int, default=48)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--iters", type=int, default=10)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--out", type=Path, default=Path("curling.npz"))
    options = parser.parse_args()
    np.savez(options.out, **run(options))
