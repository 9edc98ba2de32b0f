"""Fit amplitude and decay of three ringing bells to their loudness at three moments, by gradient descent."""

import numpy as np
import warp as wp


@wp.kernel
def add_misfit(
    amplitude: wp.array(dtype=float),
    decay: wp.array(dtype=float),
    loudness: wp.array2d(dtype=float),
    loss: wp.array(dtype=float),
):
    bell, moment = wp.tid()
    misfit = loudness[bell, moment] - amplitude[bell] * wp.exp(-decay[bell] * float(moment))
    wp.atomic_add(loss, 0, misfit * misfit)


def inputs(device=None):
    amplitude = np.array([0.6, 1.8, 1.1], dtype=np.float32)
    decay = np.array([0.9, 0.2, 1.4], dtype=np.float32)
    return {
        "amplitude": wp.array(amplitude, dtype=float, requires_grad=True, device=device),
        "decay": wp.array(decay, dtype=float, requires_grad=True, device=device),
    }


def forward(amplitude, decay):
    heard = np.array([[1.3, 0.7, 0.4], [1.1, 0.5, 0.2], [1.6, 0.9, 0.5]], dtype=np.float32)
    loudness = wp.array(heard, dtype=float)
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(add_misfit, dim=(3, 3), inputs=[amplitude, decay, loudness], outputs=[loss])
    return loss


def evaluate(amplitude, decay):
    amplitude.grad.zero_()
    decay.grad.zero_()
    tape = wp.Tape()
    with tape:
        loss = forward(amplitude, decay)
    tape.backward(loss)
    return loss.numpy()[0]


def read(amplitude, decay):
    return {"amplitude": amplitude.grad.numpy().copy(), "decay": decay.grad.numpy().copy()}


def gradient(amplitude, decay):
    evaluate(amplitude, decay)
    return read(amplitude, decay)


def train(iterations, device=None):
    arrays = inputs(device)
    start = evaluate(**arrays)
    for _ in range(iterations):
        consumed = read(**arrays)
        loss = evaluate(**arrays)
        if loss > 10.0 * start:
            raise FloatingPointError("the fit diverges")
        yield arrays, consumed
        for name, array in arrays.items():
            array.assign(array.numpy() - 0.25 * consumed[name])


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
    for arrays, _ in train(8):
        print("loss in training", forward(**arrays).numpy()[0])
