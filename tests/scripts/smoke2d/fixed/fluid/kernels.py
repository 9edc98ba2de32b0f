import warp as wp


@wp.func
def fetch(field: wp.array2d(dtype=float), i: int, j: int):
    n = field.shape[0]
    return field[wp.clamp(i, 0, n - 1), wp.clamp(j, 0, n - 1)]


@wp.func
def sample(field: wp.array2d(dtype=float), x: float, y: float):
    i = int(wp.floor(x))
    j = int(wp.floor(y))
    a = x - wp.floor(x)
    b = y - wp.floor(y)
    low = fetch(field, i, j) * (1.0 - b) + fetch(field, i, j + 1) * b
    high = fetch(field, i + 1, j) * (1.0 - b) + fetch(field, i + 1, j + 1) * b
    return low * (1.0 - a) + high * a


@wp.kernel
def curl(psi: wp.array2d(dtype=float), u: wp.array2d(dtype=float), w: wp.array2d(dtype=float)):
    i, j = wp.tid()
    u[i, j] = 0.5 * (fetch(psi, i, j + 1) - fetch(psi, i, j - 1))
    w[i, j] = -0.5 * (fetch(psi, i + 1, j) - fetch(psi, i - 1, j))


@wp.kernel
def advect(
    q: wp.array2d(dtype=float),
    u: wp.array2d(dtype=float),
    w: wp.array2d(dtype=float),
    dt: float,
    keep: float,
    q_out: wp.array2d(dtype=float),
):
    i, j = wp.tid()
    x = float(i) - dt * u[i, j]
    y = float(j) - dt * w[i, j]
    q_out[i, j] = keep * sample(q, x, y)


@wp.kernel
def diffuse(q: wp.array2d(dtype=float), rate: float, q_out: wp.array2d(dtype=float)):
    i, j = wp.tid()
    lap = fetch(q, i + 1, j) + fetch(q, i - 1, j) + fetch(q, i, j + 1) + fetch(q, i, j - 1) - 4.0 * q[i, j]
    q_out[i, j] = q[i, j] + rate * lap


@wp.kernel
def misfit(q: wp.array2d(dtype=float), target: wp.array2d(dtype=float), scale: float, loss: wp.array(dtype=float)):
    i, j = wp.tid()
    d = q[i, j] - target[i, j]
    wp.atomic_add(loss, 0, scale * d * d)


@wp.kernel
def tone_map(q: wp.array2d(dtype=float), exposure: float, image: wp.array2d(dtype=float)):
    i, j = wp.tid()
    image[i, j] = wp.clamp(1.0 - wp.exp(-exposure * q[i, j]), 0.0, 1.0)
