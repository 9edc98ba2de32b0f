"""Place nine particles so that their mean, each weighted by how well it explains what a sonar heard, is at 0.6."""

import numpy as np
import warp as wp


@wp.struct
class Cloud:
    place: wp.array(dtype=float)
    weight: wp.array(dtype=float)
    share: wp.array(dtype=float)
    total: wp.array(dtype=float)


@wp.kernel
def weigh(heard: float, cloud: Cloud):
    i = wp.tid()
    miss = heard - cloud.place[i]
    weight = wp.exp(-1.5 * miss * miss)
    cloud.weight[i] = weight
    wp.atomic_add(cloud.total, 0, weight)


@wp.kernel
def normalise(cloud: Cloud):
    i = wp.tid()
    cloud.share[i] = cloud.weight[i] / cloud.total[0]


@wp.kernel
def average(cloud: Cloud, mean: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(mean, 0, cloud.place[i] * cloud.share[i])


@wp.kernel
def compare(mean: wp.array(dtype=float), loss: wp.array(dtype=float)):
    error = 0.6 - mean[0]
    wp.atomic_add(loss, 0, error * error)


def inputs(device=None):
    place = np.array([-0.8, 0.3, 1.4, 0.9, -0.2, 1.9, 0.6, 1.1, -0.5], dtype=np.float32)
    return {"place": wp.array(place, dtype=float, requires_grad=True, device=device)}


def forward(place):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    mean = wp.zeros(1, dtype=float, requires_grad=True)
    cloud = Cloud()
    cloud.place, cloud.weight, cloud.share = place, wp.zeros_like(place), wp.zeros_like(place)
    cloud.total = wp.zeros(1, dtype=float, requires_grad=True)
    wp.launch(weigh, dim=9, inputs=[1.2], outputs=[cloud])
    wp.launch(normalise, dim=9, inputs=[], outputs=[cloud])
    wp.launch(average, dim=9, inputs=[cloud], outputs=[mean])
    wp.launch(compare, dim=1, inputs=[mean], outputs=[loss])
    return loss


def gradient(place):
    tape = wp.Tape()
    with tape:
        loss = forward(place)
    tape.backward(loss)
    return {"place": place.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
