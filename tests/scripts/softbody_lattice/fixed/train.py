"""Find the stiffness of every spring of a hanging soft body from its final shape."""

import argparse
import csv
from pathlib import Path

import numpy as np
import warp as wp
from softbody import SoftBody, build_lattice


@wp.kernel
def descend(param: wp.array(dtype=float), grad: wp.array(dtype=float), rate: float):
    i = wp.tid()
    param[i] = param[i] - rate * grad[i]


class GradientDescent:
    def __init__(self, param: wp.array, rate: float):
        self.param = param
        self.rate = rate

    def step(self, grad: wp.array) -> None:
        wp.launch(descend, dim=self.param.size, inputs=[self.param, grad, self.rate])


def parse(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, nargs=3, default=[4, 4, 2])
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--iters", type=int, default=6)
    parser.add_argument("--rate", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=Path("softbody_history.csv"))
    return parser.parse_args(argv)


def make_target(body: SoftBody, seed: int = 3) -> wp.array:
    rng = np.random.default_rng(seed)
    truth = np.log(rng.uniform(150.0, 400.0, size=len(body.lattice.pairs)))
    body.reset()
    return wp.clone(body.rollout(wp.array(truth, dtype=float)).x, requires_grad=False)


def main(argv=None):
    args = parse(argv)
    wp.init()
    body = SoftBody(build_lattice(*args.size, spacing=0.25), steps=args.steps)
    target = make_target(body)
    log_stiffness = wp.full(len(body.lattice.pairs), float(np.log(200.0)), dtype=float, requires_grad=True)
    optimizer = GradientDescent(log_stiffness, args.rate)
    history = []
    for it in range(args.iters):
        body.reset()
        tape = wp.Tape()
        with tape:
            final = body.rollout(log_stiffness)
            loss = body.compare(final, target)
        tape.backward(loss)
        optimizer.step(log_stiffness.grad)
        value = float(loss.numpy()[0])
        norm = float(np.linalg.norm(log_stiffness.grad.numpy()))
        history.append((it, value, norm))
        print(f"iter {it:3d}  loss {value:.6e}  |grad| {norm:.4e}")
        tape.zero()
    with args.out.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["iteration", "loss", "grad_norm"])
        writer.writerows(history)


if __name__ == "__main__":
    main()
