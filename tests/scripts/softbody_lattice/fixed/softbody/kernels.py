import warp as wp


@wp.kernel
def spring_forces(
    x: wp.array(dtype=wp.vec3),
    v: wp.array(dtype=wp.vec3),
    pairs: wp.array(dtype=wp.vec2i),
    rest: wp.array(dtype=float),
    log_stiffness: wp.array(dtype=float),
    damping: float,
    f: wp.array(dtype=wp.vec3),
):
    s = wp.tid()
    i = pairs[s][0]
    j = pairs[s][1]
    d = x[j] - x[i]
    length = wp.length(d)
    n = d / length
    stretch = length - rest[s]
    rate = wp.dot(v[j] - v[i], n)
    force = n * (wp.exp(log_stiffness[s]) * stretch + damping * rate)
    wp.atomic_add(f, i, force)
    wp.atomic_sub(f, j, force)


@wp.kernel
def integrate(
    x: wp.array(dtype=wp.vec3),
    v: wp.array(dtype=wp.vec3),
    f: wp.array(dtype=wp.vec3),
    inv_mass: wp.array(dtype=float),
    gravity: wp.vec3,
    dt: float,
    x_out: wp.array(dtype=wp.vec3),
    v_out: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    w = inv_mass[i]
    moved = wp.where(w > 0.0, 1.0, 0.0)
    v_new = v[i] + (f[i] * w + gravity * moved) * dt
    v_out[i] = v_new
    x_out[i] = x[i] + v_new * dt


@wp.kernel
def shape_loss(x: wp.array(dtype=wp.vec3), target: wp.array(dtype=wp.vec3), scale: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    d = x[i] - target[i]
    wp.atomic_add(loss, 0, wp.dot(d, d) * scale)
