"""Plan a path through a field of obstacles with Adam."""

import argparse
import csv
import tempfile
from pathlib import Path

import numpy as np
import warp as wp
import warp.optim
from costs import anchor, obstacle_cost, smoothness, travel
from spline import Spline


def make_map(count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.uniform(0.1, 0.9, size=(count, 3)), rng.uniform(0.08, 0.2, count)])


class Planner:
    start = wp.vec3(0.0, 0.0, 0.0)
    goal = wp.vec3(1.0, 1.0, 1.0)

    def __init__(self, controls: int, samples: int, obstacles: np.ndarray, rate: float):
        line = np.linspace(0.0, 1.0, controls)[:, None] * np.ones((1, 3))
        line[:, 1] += 0.05 * np.sin(np.pi * line[:, 0])
        self.points = wp.array(line.astype(np.float32), dtype=wp.vec3, requires_grad=True)
        self.spline = Spline(controls, samples)
        self.obstacles = obstacles
        self.loss = wp.zeros(1, dtype=float, requires_grad=True)
        self.optimizer = warp.optim.Adam([self.points], lr=rate)

    def objective(self) -> None:
        n = self.points.size
        wp.launch(anchor, dim=1, inputs=[self.points, self.start, self.goal, 20.0], outputs=[self.loss])
        wp.launch(smoothness, dim=n - 2, inputs=[self.points, 2.0], outputs=[self.loss])
        path = self.spline(self.points)
        wp.launch(travel, dim=path.size - 1, inputs=[path, 10.0], outputs=[self.loss])
        obstacle_cost(path, self.obstacles, self.loss)

    def iterate(self) -> float:
        tape = wp.Tape()
        with tape:
            self.objective()
        tape.backward(self.loss)
        self.optimizer.step([self.points.grad])
        tape.zero()
        return float(self.loss.numpy()[0])


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--controls", type=int, default=16)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--obstacles", type=int, default=60)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--lr", type=float, default=0.01)
    args = parser.parse_args(argv)

    planner = Planner(args.controls, args.samples, make_map(args.obstacles, seed=5), args.lr)
    history = []
    for it in range(args.iterations):
        history.append(planner.iterate())
        if it % 5 == 0:
            print(f"step {it:3d}: cost {history[-1]:.5f}")
    print(f"final cost {history[-1]:.5f}")
    target = Path(tempfile.gettempdir()) / "spline_path.csv"
    with target.open("w", newline="") as stream:
        csv.writer(stream).writerows(planner.points.numpy().tolist())


if __name__ == "__main__":
    main()
