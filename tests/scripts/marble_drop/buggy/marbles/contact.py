import warp as wp


@wp.struct
class Table:
    stiffness: float
    damping: float
    radius: float
    smoothing: float


@wp.func
def slip_speed(v: wp.vec3):
    return wp.sqrt(v[0] * v[0] + v[2] * v[2])


@wp.func
def contact_force(x: wp.vec3, v: wp.vec3, mu: float, table: Table):
    depth = table.radius - x[1]
    force = wp.vec3(0.0, 0.0, 0.0)
    if depth > 0.0:
        normal = wp.max(table.stiffness * depth - table.damping * v[1], 0.0)
        rub = mu * normal / (slip_speed(v) + table.smoothing)
        force = wp.vec3(-rub * v[0], normal, -rub * v[2])
    return force


@wp.kernel
def fall(
    x: wp.array(dtype=wp.vec3),
    v: wp.array(dtype=wp.vec3),
    mu: wp.array(dtype=float),
    table: Table,
    dt: float,
    x_out: wp.array(dtype=wp.vec3),
    v_out: wp.array(dtype=wp.vec3),
):
    i = wp.tid()
    a = contact_force(x[i], v[i], mu[0], table) + wp.vec3(0.0, -9.81, 0.0)
    v_new = v[i] + a * dt
    v_out[i] = v_new
    x_out[i] = x[i] + v_new * dt


@wp.kernel
def landing(x: wp.array(dtype=wp.vec3), goal: wp.array(dtype=wp.vec3), scale: float, loss: wp.array(dtype=float)):
    i = wp.tid()
    d = x[i] - goal[i]
    wp.atomic_add(loss, 0, scale * (d[0] * d[0] + d[2] * d[2]))
