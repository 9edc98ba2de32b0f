"""Which gusts blew this cloth into that shape?"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import warp as wp
from cloth import ClothSim

GUSTS = np.array([[0.0, 0.2, 1.5], [0.8, 0.0, 1.0], [-0.5, 0.3, 0.5], [0.0, 0.0, -0.8]], dtype=np.float32)


class Momentum:
    def __init__(self, start: np.ndarray, rate: float, beta: float = 0.5):
        self.value = start.copy()
        self.speed = np.zeros_like(start)
        self.rate = rate
        self.beta = beta

    def update(self, grad: np.ndarray) -> np.ndarray:
        self.speed = self.beta * self.speed + grad
        self.value = self.value - self.rate * self.speed
        return self.value.astype(np.float32)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=10)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--iters", type=int, default=8)
    parser.add_argument("--rate", type=float, default=4.0)
    parser.add_argument("--save", type=Path, default=None, help="where to write the .npz (default: a temporary folder)")
    args = parser.parse_args(argv)

    wp.init()
    sim = ClothSim(args.width, args.steps, blocks=len(GUSTS))
    sim.reset()
    target = wp.clone(sim.simulate(wp.array(GUSTS, dtype=wp.vec3)).x, requires_grad=False)

    wind = wp.zeros(len(GUSTS), dtype=wp.vec3, requires_grad=True)
    optimizer = Momentum(wind.numpy(), args.rate)
    losses = []
    for it in range(args.iters):
        sim.reset()
        with wp.Tape() as tape:
            final = sim.simulate(wind)
            loss = sim.evaluate(final, target)
        tape.backward(loss=loss)
        wind.assign(optimizer.update(wind.grad.numpy()))
        tape.zero()
        losses.append(loss.numpy()[0])
        print(f"[{it}] loss = {losses[-1]:.6f}")
    folder = args.save or Path(tempfile.mkdtemp(prefix="cloth_"))
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(folder / "cloth.npz", wind=wind.numpy(), losses=np.array(losses), x=final.x.numpy())
    print("saved", folder / "cloth.npz")


if __name__ == "__main__":
    main()
