"""Learn a landing policy for a fleet of small rockets."""

import argparse
import csv
from pathlib import Path

import numpy as np
import warp as wp
from rollout import Fleet, windows


class Policy:
    """Weights of thrust and gimbal, with normalised gradient steps."""

    def __init__(self, rate: float):
        initial = np.zeros((2, 7), dtype=np.float32)
        initial[0, :] = [0.0, -0.2, 0.0, 0.0, -0.4, 0.0, 0.1]
        initial[1, :] = [0.1, 0.0, 2.0, 0.1, 0.0, 0.4, 0.0]
        self.weights = wp.array(initial, dtype=float, requires_grad=True)
        self.rate = rate

    def update(self) -> float:
        grad = self.weights.grad.numpy().copy()
        norm = float(np.linalg.norm(grad))
        self.weights.assign(self.weights.numpy() - self.rate * grad / (norm + 1e-8))
        return norm


def episode(fleet: Fleet, policy: Policy, args) -> float:
    """Fly one episode and leave the gradient of its cost in the policy's weights."""
    policy.weights.grad.zero_()
    q, v = fleet.start()
    for length, last in windows(args.steps, args.window):
        q, v = wp.clone(q), wp.clone(v)
        with wp.Tape() as tape:
            q, v = fleet.window(policy.weights, q, v, length)
            if last:
                fleet.land(q, v)
        tape.backward(loss=fleet.cost)
    return float(fleet.cost.numpy()[0])


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fleet", type=int, default=16)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--window", type=int, default=25)
    parser.add_argument("--episodes", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--csv", type=Path, default=Path("rocket.csv"))
    args = parser.parse_args(argv)

    fleet = Fleet(args.fleet, dt=0.08)
    policy = Policy(args.rate)
    rows = []
    for n in range(args.episodes):
        cost = episode(fleet, policy, args)
        norm = policy.update()
        rows.append([n, cost, norm])
        print(f"episode {n:3d}   cost {cost:9.4f}   |g| {norm:.3e}")
    with args.csv.open("w", newline="") as f:
        csv.writer(f).writerows([["episode", "cost", "norm"], *rows])


if __name__ == "__main__":
    main()
