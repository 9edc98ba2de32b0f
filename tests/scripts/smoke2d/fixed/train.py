"""Choose the initial stream function so that the smoke drifts into a given picture."""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import warp as wp
from fluid import Preview, SmokeSolver


def secret_stream(n: int) -> np.ndarray:
    i, j = np.mgrid[0:n, 0:n] / n
    return (3.0 * np.sin(np.pi * i) * np.sin(np.pi * j) + 0.8 * np.cos(5.0 * i + 3.0 * j)).astype(np.float32)


@wp.kernel
def sgd_step(psi: wp.array2d(dtype=float), grad: wp.array2d(dtype=float), rate: float):
    i, j = wp.tid()
    psi[i, j] = psi[i, j] - rate * grad[i, j]


class Trainer:
    def __init__(self, solver: SmokeSolver, target: wp.array, rate: float, preview: Preview):
        self.solver = solver
        self.target = target
        self.rate = rate
        self.preview = preview
        n = solver.n
        start = 0.5 * secret_stream(n) + 0.1 * np.random.default_rng(0).standard_normal((n, n))
        self.psi = wp.array(start.astype(np.float32), dtype=float, requires_grad=True)

    def apply(self, grad: wp.array) -> None:
        wp.launch(sgd_step, dim=self.psi.shape, inputs=[self.psi, grad, self.rate])

    def iterate(self, iteration: int) -> float:
        solver = self.solver
        solver.ignite()
        tape = wp.Tape()
        with tape:
            density = solver.run(self.psi)
            solver.compare(density, self.target)
        loss = float(solver.loss.numpy()[0])
        self.preview.show(iteration, density)
        tape.backward(solver.loss)
        self.apply(self.psi.grad)
        tape.zero()
        return loss


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--resolution", type=int, default=24)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--iters", type=int, default=9)
    parser.add_argument("--rate", type=float, default=20.0)
    parser.add_argument("--preview-every", type=int, default=4)
    args = parser.parse_args(argv)

    solver = SmokeSolver(args.resolution, args.steps)
    solver.ignite()
    target = wp.clone(solver.run(wp.array(secret_stream(args.resolution), dtype=float)), requires_grad=False)
    folder = Path(tempfile.mkdtemp(prefix="smoke_"))
    trainer = Trainer(solver, target, args.rate, Preview(folder, args.preview_every))
    for it in range(args.iters):
        loss = trainer.iterate(it)
        print(f"iteration {it:2d}: loss {loss:.3e}")
    np.savez(folder / "result.npz", psi=trainer.psi.numpy())


if __name__ == "__main__":
    main()
