"""sum (g - a_6)^2 with w' = w + 0.3 (u_k - 1.5 sin a), a' = a + 0.3 w' from rest, each pendulum by itself.

Backwards, with p and q the derivatives of the objective by a and w after step k:
r = q + 0.3 p is that by w', so dJ/du_k = 0.3 r, p <- p - 0.45 cos(a) r, q <- r.
"""

import numpy as np

GOAL = np.array([0.9, 1.4, 2.1])


def _angles(torque):
    angles, rate = [np.zeros(3)], np.zeros(3)
    for row in torque:
        rate = rate + 0.3 * (row - 1.5 * np.sin(angles[-1]))
        angles.append(angles[-1] + 0.3 * rate)
    return angles


def objective(torque):
    return float(np.sum((GOAL - _angles(torque)[-1]) ** 2))


def gradient(torque):
    angles = _angles(torque)
    p, q = -2.0 * (GOAL - angles[-1]), np.zeros(3)
    result = np.zeros_like(torque)
    for k in reversed(range(len(torque))):
        r = q + 0.3 * p
        result[k] = 0.3 * r
        p, q = p - 0.45 * np.cos(angles[k]) * r, r
    return {"torque": result}
