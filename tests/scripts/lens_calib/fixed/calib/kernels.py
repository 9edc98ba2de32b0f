import warp as wp


@wp.func
def turn(p: wp.vec3, yaw: float, pitch: float):
    a = wp.vec3(wp.cos(yaw) * p[0] + wp.sin(yaw) * p[2], p[1], wp.cos(yaw) * p[2] - wp.sin(yaw) * p[0])
    return wp.vec3(a[0], wp.cos(pitch) * a[1] - wp.sin(pitch) * a[2], wp.sin(pitch) * a[1] + wp.cos(pitch) * a[2])


@wp.kernel
def to_plane(
    board: wp.array(dtype=wp.vec3),
    angles: wp.array(dtype=wp.vec2),
    offsets: wp.array(dtype=wp.vec3),
    view: int,
    rays: wp.array(dtype=wp.vec2),
):
    i = wp.tid()
    p = turn(board[i], angles[view][0], angles[view][1]) + offsets[view]
    rays[i] = wp.vec2(p[0] / p[2], p[1] / p[2])


@wp.kernel
def distort(rays: wp.array(dtype=wp.vec2), lens: wp.array(dtype=float), bent: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    r2 = wp.dot(rays[i], rays[i])
    bent[i] = rays[i] * (1.0 + lens[3] * r2 + lens[4] * r2 * r2)


@wp.kernel
def to_pixels(bent: wp.array(dtype=wp.vec2), lens: wp.array(dtype=float), pixels: wp.array(dtype=wp.vec2)):
    i = wp.tid()
    pixels[i] = wp.vec2(lens[0] * bent[i][0] + lens[1], lens[0] * bent[i][1] + lens[2])


@wp.kernel
def reprojection(
    pixels: wp.array(dtype=wp.vec2),
    seen: wp.array2d(dtype=wp.vec2),
    view: int,
    scale: float,
    loss: wp.array(dtype=float),
):
    i = wp.tid()
    d = pixels[i] - seen[view, i]
    wp.atomic_add(loss, 0, scale * wp.dot(d, d))
