"""Drive five loudspeakers with seven samples each; the level of each, the log of its RMS, has a target."""

import numpy as np
import warp as wp

TARGET = np.array([-0.3, 0.2, -0.5, 0.1, 0.4], dtype=np.float32)


@wp.func
def energy(drive: wp.array(dtype=float, ndim=2), speaker: int, samples: int):
    power = float(0.0)
    for k in range(samples):
        power += drive[speaker, k] * drive[speaker, k]
    return power


@wp.kernel
def measure(drive: wp.array(dtype=float, ndim=2), samples: int, level: wp.array(dtype=float)):
    speaker = wp.tid()
    power = energy(drive, speaker, samples)
    level[speaker] = wp.log(wp.sqrt(power / float(samples)))


@wp.kernel
def compare(level: wp.array(dtype=float), target: wp.array(dtype=float), loss: wp.array(dtype=float)):
    speaker = wp.tid()
    error = target[speaker] - level[speaker]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    speaker, k = np.indices((5, 7))
    drive = ((0.5 + 0.2 * speaker) * np.sin(0.7 + (0.6 + 0.1 * speaker) * k)).astype(np.float32)
    return {"drive": wp.array(drive, dtype=float, requires_grad=True, device=device)}


def forward(drive):
    level = wp.zeros(5, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(measure, dim=5, inputs=[drive, 7], outputs=[level])
    wp.launch(compare, dim=5, inputs=[level, wp.array(TARGET, dtype=float)], outputs=[loss])
    return loss


def gradient(drive):
    tape = wp.Tape()
    with tape:
        loss = forward(drive)
    tape.backward(loss)
    return {"drive": drive.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
