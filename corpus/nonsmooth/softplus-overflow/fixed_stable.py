"""Set the voltages of six transistors so that their currents, by one formula from weak to strong, are as wanted."""

import numpy as np
import warp as wp

WANTED = np.array([0.2, 1.4, 6.0, 0.9, 22.0, 3.0], dtype=np.float32)


@wp.kernel
def conduct(gate: wp.array(dtype=float), source: wp.array(dtype=float), current: wp.array(dtype=float)):
    i = wp.tid()
    drive = (gate[i] - 0.4 - 1.3 * source[i]) / 0.0517
    charge = wp.max(drive, 0.0) + wp.log(1.0 + wp.exp(-wp.abs(drive)))
    current[i] = 0.0053 * charge * charge


@wp.kernel
def compare(wanted: wp.array(dtype=float), current: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    ratio = wp.log(wanted[i]) - wp.log(current[i])
    wp.atomic_add(loss, 0, 0.1 * ratio * ratio)


def inputs(device=None):
    gate = np.array([0.9, 1.5, 2.9, 1.1, 5.6, 2.2], dtype=np.float32)
    source = np.array([0.05, 0.1, 0.2, 0.0, 0.1, 0.15], dtype=np.float32)
    return {
        "gate": wp.array(gate, dtype=float, requires_grad=True, device=device),
        "source": wp.array(source, dtype=float, requires_grad=True, device=device),
    }


def forward(gate, source):
    current = wp.zeros_like(gate)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(conduct, dim=6, inputs=[gate, source], outputs=[current])
    wp.launch(compare, dim=6, inputs=[wp.array(WANTED, dtype=float), current], outputs=[loss])
    return loss


def gradient(gate, source):
    tape = wp.Tape()
    with tape:
        loss = forward(gate, source)
    tape.backward(loss)
    return {"gate": gate.grad.numpy(), "source": source.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
