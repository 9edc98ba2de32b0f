"""sum (w - T_4)^2 with T_{k+1} = A T_k - 0.05 T_k^2, where A = I + 0.2 L and L is the Laplacian with insulated ends."""

import numpy as np

LAPLACIAN = np.diag(np.full(6, 1.0), 1) + np.diag(np.full(6, 1.0), -1) - np.diag([1.0, 2, 2, 2, 2, 2, 1])
A = np.eye(7) + 0.2 * LAPLACIAN
WANTED = np.linspace(1.5, 0.9, 7)


def _profiles(temperature):
    profiles = [temperature]
    for _ in range(4):
        profiles.append(A @ profiles[-1] - 0.05 * profiles[-1] ** 2)
    return profiles


def objective(temperature):
    return float(np.sum((WANTED - _profiles(temperature)[-1]) ** 2))


def gradient(temperature):
    *before, last = _profiles(temperature)
    jacobian = np.eye(7)
    for profile in before:
        jacobian = (A - 0.1 * np.diag(profile)) @ jacobian
    return {"temperature": -2.0 * jacobian.T @ (WANTED - last)}
