"""Find the conductivity of a plate from one late picture of its temperature."""

import argparse
import csv
from pathlib import Path

import numpy as np
import warp as wp
from heat import HeatInverse


def hidden_log_k(n: int) -> np.ndarray:
    i, j = np.mgrid[0:n, 0:n] / n
    return (0.5 * np.sin(6.0 * i) * np.sin(5.0 * j) - 0.7).astype(np.float32)


def descend(log_k: wp.array, rate: float) -> None:
    log_k.assign(log_k.numpy() - rate * log_k.grad.numpy())


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=16)
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--segment", type=int, default=20)
    parser.add_argument("--iters", type=int, default=6)
    parser.add_argument("--rate", type=float, default=600.0)
    parser.add_argument("--log", type=Path, default=Path("heat.csv"))
    args = parser.parse_args(argv)

    problem = HeatInverse(args.n, args.steps, args.segment)
    seen = wp.clone(problem.forward(wp.array(hidden_log_k(args.n), dtype=float)), requires_grad=False)
    log_k = wp.full((args.n, args.n), -0.7, dtype=float, requires_grad=True)
    rows = []
    for it in range(args.iters):
        loss = problem.gradient(log_k, seen)
        descend(log_k, args.rate)
        rows.append((it, loss))
        print(f"iteration {it}: misfit {loss:.6e}")
    with args.log.open("w", newline="") as stream:
        csv.writer(stream).writerows(rows)


if __name__ == "__main__":
    main()
