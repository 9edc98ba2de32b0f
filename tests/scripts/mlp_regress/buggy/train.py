"""Fit a small network to a surface."""

import argparse
import csv
import tempfile
from pathlib import Path

import numpy as np
import warp as wp
from net import MLP, ClippedSGD, make_activation
from net.layers import swish_unit, tanh_unit


@wp.kernel
def squared_error(
    out: wp.array2d(dtype=float), y: wp.array(dtype=float), offset: int, scale: float, loss: wp.array(dtype=float)
):
    i = wp.tid()
    e = out[i, 0] - y[offset + i]
    wp.atomic_add(loss, 0, scale * e * e)


def surface(samples: int, seed: int = 0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1.0, 1.0, size=(samples, 2)).astype(np.float32)
    y = np.sin(3.0 * x[:, 0]) * np.cos(2.0 * x[:, 1]) + 0.5 * x[:, 0]
    return x, y.astype(np.float32)


def make_trainer(model, optimizer, x, y, chunk):
    """A closure that runs one epoch over all chunks on one tape and returns the mean squared error."""
    chunks = [(k, wp.array(x[k : k + chunk], dtype=float)) for k in range(0, len(x), chunk)]
    targets = wp.array(y, dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)

    def epoch() -> float:
        loss.zero_()
        tape = wp.Tape()
        with tape:
            for offset, part in chunks:
                out = model(part)
                inputs = [out, targets, offset, 1.0 / len(y)]
                wp.launch(squared_error, dim=out.shape[0], inputs=inputs, outputs=[loss])
        tape.backward(loss)
        optimizer.step()
        tape.zero()
        return float(loss.numpy()[0])

    return epoch


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=256)
    parser.add_argument("--chunk", type=int, default=32)
    parser.add_argument("--width", type=int, default=20)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--rate", type=float, default=0.15)
    parser.add_argument("--clip", type=float, default=10.0)
    args = parser.parse_args(argv)

    wp.init()
    tanh, swish = make_activation(tanh_unit), make_activation(swish_unit)
    model = MLP([2, args.width, args.width, 1], [tanh, swish, None], seed=4)
    optimizer = ClippedSGD(model.parameters(), args.rate, args.clip)
    epoch = make_trainer(model, optimizer, *surface(args.samples), args.chunk)
    rows = []
    for k in range(args.epochs):
        rows.append((k, epoch()))
        if k % 4 == 0 or k == args.epochs - 1:
            print(f"epoch {k:3d} mse {rows[-1][1]:.5f}")
    with (Path(tempfile.mkdtemp(prefix="mlp_")) / "loss.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows(rows)


if __name__ == "__main__":
    main()
