"""Cool a heated rod evenly: eight film coefficients, and how far its steady temperatures are from 0.35."""

import numpy as np
import warp as wp

HEAT = np.array([0.7, 0.5, 0.3, 0.2, 0.15, 0.2, 0.3, 0.4], dtype=np.float32)


@wp.kernel
def relax(
    temperature: wp.array(dtype=float),
    film: wp.array(dtype=float),
    heat: wp.array(dtype=float),
    relaxed: wp.array(dtype=float),
):
    i = wp.tid()
    left = temperature[wp.max(i - 1, 0)]
    right = temperature[wp.min(i + 1, 7)]
    relaxed[i] = (0.4 * (left + right) + heat[i]) / (0.8 + film[i])


@wp.kernel
def compare(temperature: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = 0.35 - temperature[i]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    film = np.linspace(0.7, 1.4, 8, dtype=np.float32)
    return {"film": wp.array(film, dtype=float, requires_grad=True, device=device)}


def forward(film):
    heat = wp.array(HEAT, dtype=float)
    temperature = wp.zeros_like(film)
    for _ in range(24):
        relaxed = wp.zeros_like(film)
        wp.launch(relax, dim=8, inputs=[temperature, film, heat], outputs=[relaxed])
        temperature = relaxed
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(compare, dim=8, inputs=[temperature], outputs=[loss])
    return loss


def gradient(film):
    tape = wp.Tape()
    with tape:
        loss = forward(film)
    tape.backward(loss)
    return {"film": film.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
