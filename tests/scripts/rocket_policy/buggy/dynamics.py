"""Planar rocket: position (x, y), tilt, and a linear feedback policy for thrust and gimbal."""

import warp as wp

GRAVITY = wp.constant(1.62)
SCALE = wp.constant(0.1)


@wp.func
def act(weights: wp.array2d(dtype=float), row: int, q: wp.vec3, v: wp.vec3):
    s = weights[row, 6]
    for k in range(3):
        s += weights[row, k] * q[k] * SCALE + weights[row, 3 + k] * v[k]
    return wp.tanh(s)


@wp.kernel
def fly(
    weights: wp.array2d(dtype=float),
    q: wp.array(dtype=wp.vec3),
    v: wp.array(dtype=wp.vec3),
    dt: float,
    effort: float,
    q_out: wp.array(dtype=wp.vec3),
    v_out: wp.array(dtype=wp.vec3),
    cost: wp.array(dtype=float),
):
    i = wp.tid()
    thrust = 1.62 * (1.0 + act(weights, 0, q[i], v[i]))
    gimbal = 0.5 * act(weights, 1, q[i], v[i])
    tilt = q[i][2] + gimbal
    a = wp.vec3(-thrust * wp.sin(tilt), thrust * wp.cos(tilt) - GRAVITY, -2.0 * thrust * wp.sin(gimbal) - 0.3 * v[i][2])
    v_new = v[i] + a * dt
    v_out[i] = v_new
    q_out[i] = q[i] + v_new * dt
    wp.atomic_add(cost, 0, effort * (thrust * thrust + gimbal * gimbal))


@wp.kernel
def touchdown(q: wp.array(dtype=wp.vec3), v: wp.array(dtype=wp.vec3), weight: float, cost: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(cost, 0, weight * (wp.dot(q[i], q[i]) * 0.1 + wp.dot(v[i], v[i])))
