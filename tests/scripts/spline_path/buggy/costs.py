import warp as wp


@wp.kernel
def smoothness(points: wp.array(dtype=wp.vec3), weight: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    bend = points[i] - 2.0 * points[i + 1] + points[i + 2]
    wp.atomic_add(loss, 0, weight * wp.dot(bend, bend))


@wp.kernel
def anchor(points: wp.array(dtype=wp.vec3), start: wp.vec3, goal: wp.vec3, weight: float, loss: wp.array(dtype=float)):
    a = points[0] - start
    b = points[points.shape[0] - 1] - goal
    loss[0] = weight * (wp.dot(a, a) + wp.dot(b, b))


@wp.kernel
def clearance(
    path: wp.array(dtype=wp.vec3),
    centre: wp.vec3,
    radius: float,
    weight: float,
    loss: wp.array(dtype=float),
):
    i = wp.tid()
    d = path[i] - centre
    wp.atomic_add(loss, 0, weight * wp.exp(-wp.dot(d, d) / (radius * radius)))


@wp.kernel
def travel(path: wp.array(dtype=wp.vec3), weight: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    d = path[i + 1] - path[i]
    wp.atomic_add(loss, 0, weight * wp.dot(d, d))


def obstacle_cost(path: wp.array, obstacles, loss: wp.array) -> None:
    """One launch per obstacle: they come from a map as separate objects."""
    for x, y, z, radius in obstacles:
        wp.launch(
            clearance,
            dim=path.size,
            inputs=[path, wp.vec3(float(x), float(y), float(z)), float(radius), 1.0 / path.size],
            outputs=[loss],
        )
