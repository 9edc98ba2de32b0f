"""Current into eight nerve cells from a synapse and a probe, so that their firing rates come out as measured."""

import numpy as np
import warp as wp

RATE = np.array([0.3, 0.7, 0.5, 0.9, 0.2, 0.6, 0.8, 0.4])


@wp.kernel
def open_synapse(dose: wp.array(dtype=wp.float64), current: wp.array(dtype=wp.float64)):
    i = wp.tid()
    d = dose[i]
    current[i] = d * d / (wp.float64(0.2) + d * d)


@wp.kernel
def inject(probe: wp.array(dtype=wp.float64), current: wp.array(dtype=wp.float64)):
    i = wp.tid()
    wp.atomic_add(current, i, probe[i])


@wp.kernel
def compare(current: wp.array(dtype=wp.float64), rate: wp.array(dtype=wp.float64), loss: wp.array(dtype=wp.float64)):
    i = wp.tid()
    fires = wp.float64(1.0) / (wp.float64(1.0) + wp.exp(wp.float64(2.0) - wp.float64(3.0) * current[i]))
    error = rate[i] - fires
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    dose = np.array([0.5, 0.3, 0.8, 0.4, 0.6, 0.2, 0.7, 0.9])
    probe = np.array([0.1, 0.4, -0.2, 0.3, 0.5, 0.2, -0.1, 0.25])
    return {
        "dose": wp.array(dose, dtype=wp.float64, requires_grad=True, device=device),
        "probe": wp.array(probe, dtype=wp.float64, requires_grad=True, device=device),
    }


def forward(dose, probe):
    loss = wp.zeros(1, dtype=wp.float64, requires_grad=True)
    current = wp.zeros_like(dose)
    wp.launch(open_synapse, dim=8, inputs=[dose], outputs=[current])
    wp.launch(inject, dim=8, inputs=[probe], outputs=[current])
    wp.launch(compare, dim=8, inputs=[current, wp.array(RATE, dtype=wp.float64)], outputs=[loss])
    return loss


def gradient(dose, probe):
    tape = wp.Tape()
    with tape:
        loss = forward(dose, probe)
    tape.backward(loss)
    return {"dose": dose.grad.numpy(), "probe": probe.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
