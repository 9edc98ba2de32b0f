"""Identify the elastic moduli of every element of a plate from its recorded motion."""

import argparse
from pathlib import Path

import numpy as np
import warp as wp
from fem import Plate, make_material, plate_mesh


@wp.kernel
def misfit(x: wp.array(dtype=wp.vec2), seen: wp.array(dtype=wp.vec2), scale: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    d = x[i] - seen[i]
    wp.atomic_add(loss, 0, scale * wp.dot(d, d))


def secret_moduli(elements: int, seed: int = 2):
    rng = np.random.default_rng(seed)
    mu, lam = rng.uniform(4.0, 9.0, elements), rng.uniform(4.0, 12.0, elements)
    return np.log(mu).astype(np.float32), np.log(lam).astype(np.float32)


def sgd(params: list, rate: float) -> None:
    for p in params:
        p.assign(p.numpy() - rate * p.grad.numpy())


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nx", type=int, default=8)
    parser.add_argument("--ny", type=int, default=4)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--every", type=int, default=10, help="steps between recorded frames")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=5000.0)
    parser.add_argument("--out", type=Path, default=Path("plate_moduli.npz"))
    args = parser.parse_args(argv)

    size = 0.25
    mesh = plate_mesh(args.nx, args.ny, size)
    elements = len(mesh[1])
    model = Plate(mesh, make_material(elements), args.ny, size, args.steps)
    load = wp.vec2(0.2, -0.8)
    frames = list(range(args.every, args.steps + 1, args.every))
    true_mu, true_lam = secret_moduli(elements)
    motion = model.simulate(wp.array(true_mu, dtype=float), wp.array(true_lam, dtype=float), load)
    seen = {k: wp.clone(motion[k], requires_grad=False) for k in frames}

    log_mu = wp.full(elements, float(np.log(5.0)), dtype=float, requires_grad=True)
    log_lam = wp.full(elements, float(np.log(6.0)), dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    history = []
    for epoch in range(args.epochs):
        loss.zero_()
        tape = wp.Tape()
        with tape:
            motion = model.simulate(log_mu, log_lam, load)
            for k in frames:
                scale = 1.0 / (model.count * len(frames))
                wp.launch(misfit, dim=model.count, inputs=[motion[k], seen[k], scale], outputs=[loss])
        tape.backward(loss)
        sgd([log_mu, log_lam], args.rate)
        tape.zero()
        history.append(float(loss.numpy()[0]))
        print(f"epoch {epoch}: misfit {history[-1]:.4e}")
    np.savez(args.out, mu=np.exp(log_mu.numpy()), lam=np.exp(log_lam.numpy()), history=history)


if __name__ == "__main__":
    main()
