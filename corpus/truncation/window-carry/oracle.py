"""0.01 sum over times and thermometers of log S + e^2 / S for a scalar Kalman filter (predict P + q, S = P + q + r).

The gradient carries the tangents of mean and variance along drift q and jitter r; the one by window forgets them
whenever a window of six readings begins.
"""

import numpy as np

TIMES = np.arange(24.0)[:, None]
READINGS = 0.8 * np.sin(0.25 * TIMES + np.arange(4)) + 0.3 * np.cos(2.3 * TIMES)


def _filter(drift, jitter, window):
    mean, variance = np.zeros(4), 0.1 * np.ones(4)
    value, slopes = 0.0, np.zeros((2, 4))
    moved = np.zeros((2, 4)), np.zeros((2, 4))
    along = np.array([[1.0], [0.0]]), np.array([[0.0], [1.0]])
    for k, reading in enumerate(READINGS):
        by_mean, by_variance = (np.zeros((2, 4)), np.zeros((2, 4))) if k % window == 0 else moved
        prior, by_prior = variance + drift, by_variance + along[0]
        spread, by_spread = prior + jitter, by_prior + along[1]
        error, gain = reading - mean, prior / spread
        by_gain = (by_prior - gain * by_spread) / spread
        value += np.sum(np.log(spread) + error**2 / spread)
        slopes += by_spread / spread - 2.0 * error * by_mean / spread - error**2 * by_spread / spread**2
        moved = by_mean * (1.0 - gain) + by_gain * error, by_prior * (1.0 - gain) - by_gain * prior
        mean, variance = mean + gain * error, (1.0 - gain) * prior
    return 0.01 * value, {"drift": 0.01 * slopes[0], "jitter": 0.01 * slopes[1]}


def objective(drift, jitter):
    return float(_filter(drift, jitter, 24)[0])


def gradient(drift, jitter):
    return _filter(drift, jitter, 24)[1]


def windowed(drift, jitter):
    return _filter(drift, jitter, 6)[1]
