"""Wages of thirteen workers in four firms so that each firm spends its budget; above 0.9 a wage costs a surcharge."""

import numpy as np
import warp as wp


@wp.kernel
def pay(wage: wp.array(dtype=float), first: wp.array(dtype=int), cost: wp.array(dtype=float)):
    firm = wp.tid()
    total = float(0.0)
    for worker in range(first[firm], first[firm + 1]):
        excess = wage[worker] - 0.9
        total += 0.2 * wage[worker] + 0.05 * wage[worker] * wage[worker]
        if excess > 0.0:
            total += 0.3 * excess
    cost[firm] = total


@wp.kernel
def add_gap(cost: wp.array(dtype=float), budget: wp.array(dtype=float), loss: wp.array(dtype=float)):
    firm = wp.tid()
    gap = budget[firm] - cost[firm]
    wp.atomic_add(loss, 0, gap * gap)


def inputs(device=None):
    wage = np.array([0.7, 1.2, 0.6, 1.5, 0.8, 1.1, 0.5, 1.7, 1.3, 0.75, 1.0, 0.65, 1.4], dtype=np.float32)
    return {"wage": wp.array(wage, dtype=float, requires_grad=True, device=device)}


def forward(wage):
    first = wp.array(np.array([0, 2, 6, 9, 13], dtype=np.int32), dtype=int)
    budget = wp.array(np.array([0.4, 1.6, 0.9, 1.5], dtype=np.float32), dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    cost = wp.zeros(4, dtype=float, requires_grad=True)
    wp.launch(pay, dim=4, inputs=[wage, first], outputs=[cost])
    wp.launch(add_gap, dim=4, inputs=[cost, budget], outputs=[loss])
    return loss


def gradient(wage):
    tape = wp.Tape()
    with tape:
        loss = forward(wage)
    tape.backward(loss)
    return {"wage": wage.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
