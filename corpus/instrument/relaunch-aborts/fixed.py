"""Shape a wave of twenty samples so that the places where it crosses zero, listed as found, lie near the middle."""

import numpy as np
import warp as wp


@wp.func
def entry(found: wp.array(dtype=int), entries: wp.array(dtype=int), i: int):
    number = wp.atomic_add(found, 0, 1)
    entries[i] = number
    return number


@wp.func_replay(entry)
def replay_entry(found: wp.array(dtype=int), entries: wp.array(dtype=int), i: int):
    return entries[i]


@wp.kernel
def list_crossings(
    wave: wp.array(dtype=float), found: wp.array(dtype=int), entries: wp.array(dtype=int), place: wp.array(dtype=float)
):
    i = wp.tid()
    here = wave[i]
    after = wave[i + 1]
    if here * after < 0.0:
        number = entry(found, entries, i)
        if number < 19:
            place[number] = (float(i) + here / (here - after)) / 19.0


@wp.kernel
def add_distance(found: wp.array(dtype=int), place: wp.array(dtype=float), loss: wp.array(dtype=float)):
    k = wp.tid()
    if k < found[0]:
        off = 0.5 - place[k]
        wp.atomic_add(loss, 0, off * off)


def inputs(device=None):
    wave = (np.sin(1.1 * np.arange(20)) + 0.2 * np.cos(0.4 * np.arange(20))).astype(np.float32)
    return {"wave": wp.array(wave, dtype=float, requires_grad=True, device=device)}


def forward(wave):
    found = wp.zeros(1, dtype=int)
    entries = wp.zeros(19, dtype=int)
    place = wp.zeros(19, dtype=float, requires_grad=True)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(list_crossings, dim=19, inputs=[wave, found, entries], outputs=[place])
    wp.launch(add_distance, dim=19, inputs=[found, place], outputs=[loss])
    return loss


def gradient(wave):
    tape = wp.Tape()
    with tape:
        loss = forward(wave)
    tape.backward(loss)
    return {"wave": wave.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
