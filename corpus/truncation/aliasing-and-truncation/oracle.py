"""sum over frames of |0.9 - x|^2 with x <- x + 0.2 d cos(1.5 x) + 0.1 (R x - x); R pairs leg i with leg i + 2.

windowed: the sum over the frames of the gradients with the frame's start held constant."""

import numpy as np

START = np.array([0.1, 0.5, -0.2, 0.3])
PAIR = np.roll(np.eye(4), 2, axis=1)


def _frame(leg, leg_slope, drive):
    for _ in range(5):
        by_leg = np.eye(4) - 0.3 * np.diag(drive * np.sin(1.5 * leg)) + 0.1 * (PAIR - np.eye(4))
        leg_slope = by_leg @ leg_slope + 0.2 * np.diag(np.cos(1.5 * leg))
        leg = leg + 0.2 * drive * np.cos(1.5 * leg) + 0.1 * (PAIR @ leg - leg)
    return leg, leg_slope


def _run(drive, carried):
    leg, slope, loss, total = START, np.zeros((4, 4)), 0.0, np.zeros(4)
    for _ in range(3):
        leg, slope = _frame(leg, carried * slope, drive)
        loss += np.sum((0.9 - leg) ** 2)
        total = total - 2.0 * slope.T @ (0.9 - leg)
    return float(loss), {"drive": total}


def objective(drive):
    return _run(drive, 1.0)[0]


def gradient(drive):
    return _run(drive, 1.0)[1]


def windowed(drive):
    return _run(drive, 0.0)[1]
