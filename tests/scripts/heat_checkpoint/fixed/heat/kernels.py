import warp as wp


@wp.func
def conductivity(log_k: float, temperature: float):
    return wp.exp(log_k) * (1.0 + 0.5 * temperature)


@wp.func
def flux(log_k: wp.array2d(dtype=float), t: wp.array2d(dtype=float), i: int, j: int, p: int, q: int):
    n = t.shape[0]
    a = wp.clamp(p, 0, n - 1)
    b = wp.clamp(q, 0, n - 1)
    k = 0.5 * (conductivity(log_k[i, j], t[i, j]) + conductivity(log_k[a, b], t[a, b]))
    return k * (t[a, b] - t[i, j])


@wp.kernel
def conduct(
    t: wp.array2d(dtype=float),
    log_k: wp.array2d(dtype=float),
    source: wp.array2d(dtype=float),
    dt: float,
    t_out: wp.array2d(dtype=float),
):
    i, j = wp.tid()
    f = flux(log_k, t, i, j, i + 1, j) + flux(log_k, t, i, j, i - 1, j)
    f = f + flux(log_k, t, i, j, i, j + 1) + flux(log_k, t, i, j, i, j - 1)
    t_out[i, j] = t[i, j] + dt * (f + source[i, j])


@wp.kernel
def measure(t: wp.array2d(dtype=float), seen: wp.array2d(dtype=float), scale: float, loss: wp.array(dtype=float)):
    i, j = wp.tid()
    d = t[i, j] - seen[i, j]
    wp.atomic_add(loss, 0, scale * d * d)
