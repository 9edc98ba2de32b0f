"""sum (m - x_7)^2 where (x, v) obeys z' = M z with M from v' = v - 0.2 (2 x + d v), x' = x + 0.2 v', two starts.

M = M0 + d M1 is linear in d, so d(M^7) = sum over k of M^(6-k) M1 M^k.
"""

import numpy as np

START = np.array([[1.0, 0.2], [0.6, -1.5]]).T
MEASURED = np.array([0.3, 0.5])
M0 = np.array([[1.0 - 0.08, 0.2], [-0.4, 1.0]])
M1 = np.array([[0.0, -0.04], [0.0, -0.2]])
power = np.linalg.matrix_power


def _step(damping):
    return M0 + float(np.ravel(damping)[0]) * M1


def objective(damping):
    travel = (power(_step(damping), 7) @ START)[0]
    return float(np.sum((MEASURED - travel) ** 2))


def gradient(damping):
    step = _step(damping)
    slope = sum(power(step, 6 - k) @ M1 @ power(step, k) for k in range(7))
    misfit = MEASURED - (power(step, 7) @ START)[0]
    return {"damping": np.array([-2.0 * np.sum(misfit * (slope @ START)[0])])}
