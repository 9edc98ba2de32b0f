"""sum (0.2 - x_12)^2 with v <- v - 0.3 k sin x, x <- x + 0.3 v from rest, over all twelve steps."""

import numpy as np

PLACE = np.linspace(0.6, 1.4, 5)


def objective(stiffness):
    place, speed = PLACE, np.zeros(5)
    for _ in range(12):
        speed = speed - 0.3 * stiffness * np.sin(place)
        place = place + 0.3 * speed
    return float(np.sum((0.2 - place) ** 2))
