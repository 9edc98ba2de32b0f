"""Open the gates of five canal basins for a second hour, after a first one with all gates shut and the pumps on."""

import numpy as np
import warp as wp

START = np.array([0.5, 1.5, 0.8, 2.0, 1.2], dtype=np.float32)


@wp.kernel
def flow(level: wp.array(dtype=float), gate: wp.array(dtype=float), pump: float, later: wp.array(dtype=float)):
    i = wp.tid()
    now = level[i]
    upstream = level[wp.max(i - 1, 0)]
    later[i] = now + 0.1 * (upstream - now) + pump - gate[i] * wp.sqrt(now)


@wp.kernel
def compare(level: wp.array(dtype=float), wanted: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    error = wanted - level[i]
    wp.atomic_add(loss, 0, error * error)


def hour(states, gate, pump, recorded):
    for k in range(4):
        quarter = [states[k], gate, pump]
        wp.launch(flow, dim=5, inputs=quarter, outputs=[states[k + 1]], record_tape=recorded)


def inputs(device=None):
    gate = np.array([0.3, 0.5, 0.4, 0.55, 0.45], dtype=np.float32)
    return {"gate": wp.array(gate, dtype=float, requires_grad=True, device=device)}


def forward(gate):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    shut = wp.zeros(5, dtype=float)
    states = [wp.array(START, dtype=float, requires_grad=True)]
    for _ in range(4):
        states.append(wp.zeros_like(states[0]))
    hour(states, shut, 0.4, recorded=False)
    states[0], states[-1] = states[-1], states[0]
    hour(states, gate, 0.0, recorded=True)
    wp.launch(compare, dim=5, inputs=[states[-1], 1.0], outputs=[loss])
    return loss


def gradient(gate):
    tape = wp.Tape()
    with tape:
        loss = forward(gate)
    tape.backward(loss)
    return {"gate": gate.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
