"""Throw marbles so that they come to rest where they should, on a table of unknown friction."""

import argparse
import csv
from pathlib import Path

import numpy as np
import warp as wp
from marbles.world import World


def first_throw(rows: int) -> np.ndarray:
    """The inner marbles are thrown outwards; the ones on the border are dropped."""
    i, j = np.divmod(np.arange(rows * rows), rows)
    inner = (i > 0) & (i < rows - 1) & (j > 0) & (j < rows - 1)
    v = np.zeros((rows * rows, 3), dtype=np.float32)
    v[inner, 0] = 0.4 * (i[inner] - 0.5 * (rows - 1))
    v[inner, 2] = 0.5 * (j[inner] - 0.5 * (rows - 1)) + 0.1
    return v


def goals(world: World) -> np.ndarray:
    centre = world.start.mean(axis=0)
    return (world.start + 0.25 * (world.start - centre)).astype(np.float32)


class Descent:
    def __init__(self, params: dict, rates: dict):
        self.params, self.rates = params, rates

    def step(self) -> None:
        for name, p in self.params.items():
            p.assign(p.numpy() - self.rates[name] * p.grad.numpy())


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--iters", type=int, default=6)
    parser.add_argument("--rate", type=float, default=20.0)
    args = parser.parse_args(argv)

    world = World(args.rows, args.steps)
    goal = wp.array(goals(world), dtype=wp.vec3)
    v0 = wp.array(first_throw(args.rows), dtype=wp.vec3, requires_grad=True)
    mu = wp.array([0.25], dtype=float, requires_grad=True)
    descent = Descent({"v0": v0, "mu": mu}, {"v0": args.rate, "mu": 0.5})
    with Path("marbles.csv").open("w", newline="") as stream:
        log = csv.writer(stream)
        log.writerow(["iteration", "loss", "mu"])
        for it in range(args.iters):
            with wp.Tape() as tape:
                world.score(world.play(v0, mu), goal)
            tape.backward(world.loss)
            descent.step()
            tape.zero()
            row = [it, float(world.loss.numpy()[0]), float(mu.numpy()[0])]
            log.writerow(row)
            print("iteration {:2d}  loss {:.5f}  mu {:.4f}".format(*row))


if __name__ == "__main__":
    main()
