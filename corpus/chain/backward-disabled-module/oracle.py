"""8 sum over directions d of (p_d^2 - |z_d|^2)^2, z_d = mean_a exp(i (phase_a + 0.4 (d - 2) a))."""

import numpy as np

PATTERN = np.array([0.2, 0.5, 0.9, 0.4, 0.1])
PATH = 0.4 * np.outer(np.arange(5) - 2, np.arange(8))


def objective(phase):
    wave = np.mean(np.exp(1j * (phase + PATH)), axis=1)
    return float(8.0 * np.sum((PATTERN**2 - np.abs(wave) ** 2) ** 2))


def gradient(phase):
    parts = np.exp(1j * (phase + PATH)) / 8.0
    wave = parts.sum(axis=1, keepdims=True)
    slope = 2.0 * np.real(np.conj(wave) * 1j * parts)
    return {"phase": -16.0 * (PATTERN**2 - np.abs(wave[:, 0]) ** 2) @ slope}
