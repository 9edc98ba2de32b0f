"""0.4 sum over d of (w - |F_d|^2)^2, F_d = mean over antennas k of exp(i (k u_d + p_k)), u_d = pi sin(0.3 d - 0.6)."""

import numpy as np

WANTED = np.array([0.1, 0.5, 0.9, 0.4, 0.2, 0.1])
PATHS = np.outer(np.pi * np.sin(0.3 * np.arange(6) - 0.6), np.arange(8))


def objective(phase):
    power = np.abs(np.exp(1j * (PATHS + phase)).mean(axis=1)) ** 2
    return float(0.4 * np.sum((WANTED - power) ** 2))


def gradient(phase):
    waves = np.exp(1j * (PATHS + phase)) / 8.0
    field = waves.sum(axis=1, keepdims=True)
    by_phase = 2.0 * np.real(np.conj(field) * 1j * waves)
    return {"phase": -0.8 * (WANTED - np.abs(field[:, 0]) ** 2) @ by_phase}
