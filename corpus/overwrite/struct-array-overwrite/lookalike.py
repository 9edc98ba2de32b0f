"""Fit the birth rates of the prey in six ponds so that five seasons end with the counted numbers of prey."""

import numpy as np
import warp as wp


@wp.struct
class Ponds:
    prey: wp.array2d(dtype=float)
    hunters: wp.array2d(dtype=float)


@wp.kernel
def live(before: Ponds, birth: wp.array(dtype=float), season: int, after: Ponds):
    i = wp.tid()
    prey = before.prey[season, i]
    hunters = before.hunters[season, i]
    caught = 0.3 * prey * hunters
    after.prey[season + 1, i] = prey + birth[i] * prey - caught
    after.hunters[season + 1, i] = 0.8 * hunters + caught


@wp.kernel
def add_misfit(ponds: Ponds, counted: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    misfit = counted[i] - ponds.prey[5, i]
    wp.atomic_add(loss, 0, 0.5 * misfit * misfit)


def stock():
    prey = np.zeros((6, 6), dtype=np.float32)
    prey[0] = np.linspace(0.8, 1.3, 6)
    hunters = np.zeros((6, 6), dtype=np.float32)
    hunters[0] = np.linspace(0.9, 0.4, 6)
    ponds = Ponds()
    ponds.prey = wp.array(prey, dtype=float, requires_grad=True)
    ponds.hunters = wp.array(hunters, dtype=float, requires_grad=True)
    return ponds


def inputs(device=None):
    values = np.array([0.35, 0.3, 0.25, 0.2, 0.15, 0.1], dtype=np.float32)
    return {"birth": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(birth):
    counted = wp.array(np.array([1.1, 1.2, 0.9, 1.4, 1.6, 0.7], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    ponds = stock()
    for season in range(5):
        wp.launch(live, dim=6, inputs=[ponds, birth, season], outputs=[ponds])
    wp.launch(add_misfit, dim=6, inputs=[ponds, counted], outputs=[loss])
    return loss


def gradient(birth):
    tape = wp.Tape()
    with tape:
        loss = forward(birth)
    tape.backward(loss)
    return {"birth": birth.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
