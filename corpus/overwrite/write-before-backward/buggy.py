"""Find the torques of six time steps that swing three pendulums, hanging at first, to given angles."""

import numpy as np
import warp as wp


@wp.kernel
def swing(
    torque: wp.array2d(dtype=float),
    step: int,
    angle: wp.array(dtype=float),
    rate: wp.array(dtype=float),
    next_angle: wp.array(dtype=float),
    next_rate: wp.array(dtype=float),
):
    i = wp.tid()
    faster = rate[i] + 0.3 * (torque[step, i] - 1.5 * wp.sin(angle[i]))
    next_rate[i] = faster
    next_angle[i] = angle[i] + 0.3 * faster


@wp.kernel
def add_error(angle: wp.array(dtype=float), goal: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    error = goal[i] - angle[i]
    wp.atomic_add(loss, 0, error * error)


class Episode:
    def __init__(self):
        self.angle = [wp.zeros(3, dtype=float, requires_grad=True) for _ in range(7)]
        self.rate = [wp.zeros(3, dtype=float, requires_grad=True) for _ in range(7)]
        self.goal = wp.array(np.array([0.9, 1.4, 2.1], dtype=np.float32), dtype=float)

    def reset(self):
        for state in self.angle + self.rate:
            state.zero_()

    def run(self, torque):
        loss = wp.zeros(1, dtype=float, requires_grad=True)
        for k in range(6):
            inputs = [torque, k, self.angle[k], self.rate[k]]
            wp.launch(swing, dim=3, inputs=inputs, outputs=[self.angle[k + 1], self.rate[k + 1]])
        wp.launch(add_error, dim=3, inputs=[self.angle[6], self.goal], outputs=[loss])
        return loss


def inputs(device=None):
    values = np.outer([1.0, 0.8, 0.9, 0.5, 0.6, 0.2], [1.0, 1.3, 1.6]).astype(np.float32)
    return {"torque": wp.array(values, dtype=float, requires_grad=True, device=device)}


def forward(torque):
    return Episode().run(torque)


def gradient(torque):
    episode = Episode()
    tape = wp.Tape()
    with tape:
        loss = episode.run(torque)
    episode.reset()
    tape.backward(loss)
    return {"torque": torque.grad.numpy()}


if __name__ == "__main__":
    wp.init()
    print("loss", forward(**inputs()).numpy()[0])
    print("gradient", gradient(**inputs()))
