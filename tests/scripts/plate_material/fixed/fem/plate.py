"""Explicit dynamics of a hyperelastic plate that is clamped on its left edge."""

import warp as wp

from .material import Material, fill_elastic


@wp.kernel
def internal_forces(
    x: wp.array(dtype=wp.vec2),
    triangles: wp.array(dtype=wp.vec3i),
    inverse: wp.array(dtype=wp.mat22),
    area: float,
    material: Material,
    f: wp.array(dtype=wp.vec2),
):
    e = wp.tid()
    t = triangles[e]
    a = x[t[1]] - x[t[0]]
    b = x[t[2]] - x[t[0]]
    ds = wp.mat22(a[0], b[0], a[1], b[1])
    grad = ds * inverse[e]
    j = wp.determinant(grad)
    cof = wp.mat22(grad[1, 1], -grad[1, 0], -grad[0, 1], grad[0, 0])
    mu = material.elastic.mu[e]
    lam = material.elastic.lam[e]
    stress = grad * mu + cof * (lam * (j - 1.0) - mu)
    h = stress * wp.transpose(inverse[e]) * (-area)
    f1 = wp.vec2(h[0, 0], h[1, 0])
    f2 = wp.vec2(h[0, 1], h[1, 1])
    wp.atomic_add(f, t[1], f1)
    wp.atomic_add(f, t[2], f2)
    wp.atomic_sub(f, t[0], f1 + f2)


@wp.kernel
def update(
    x: wp.array(dtype=wp.vec2),
    v: wp.array(dtype=wp.vec2),
    f: wp.array(dtype=wp.vec2),
    clamped: int,
    load: wp.vec2,
    node_area: float,
    dt: float,
    material: Material,
    x_out: wp.array(dtype=wp.vec2),
    v_out: wp.array(dtype=wp.vec2),
):
    i = wp.tid()
    a = f[i] / (material.density * node_area) - v[i] * material.viscosity + load
    if i < clamped:
        a = wp.vec2(0.0, 0.0)
    v_new = v[i] + a * dt
    v_out[i] = v_new
    x_out[i] = x[i] + v_new * dt


class Plate:
    def __init__(self, mesh, material: Material, ny: int, size: float, steps: int, dt: float = 0.01):
        points, triangles, inverse = mesh
        self.count, self.elements = len(points), len(triangles)
        self.triangles = wp.array(triangles, dtype=wp.vec3i)
        self.inverse = wp.array(inverse, dtype=wp.mat22)
        self.material = material
        self.clamped = ny + 1
        self.area = 0.5 * size * size
        self.dt = dt
        self.x = [wp.array(points, dtype=wp.vec2, requires_grad=True) for _ in range(steps + 1)]
        self.v = [wp.zeros(self.count, dtype=wp.vec2, requires_grad=True) for _ in range(steps + 1)]
        self.f = [wp.zeros(self.count, dtype=wp.vec2, requires_grad=True) for _ in range(steps)]

    def simulate(self, log_mu: wp.array, log_lam: wp.array, load: wp.vec2) -> list[wp.array]:
        wp.launch(fill_elastic, dim=self.elements, inputs=[log_mu, log_lam], outputs=[self.material])
        for k, f in enumerate(self.f):
            f.zero_()
            wp.launch(
                internal_forces,
                dim=self.elements,
                inputs=[self.x[k], self.triangles, self.inverse, self.area, self.material],
                outputs=[f],
            )
            wp.launch(
                update,
                dim=self.count,
                inputs=[self.x[k], self.v[k], f, self.clamped, load, 2.0 * self.area, self.dt, self.material],
                outputs=[self.x[k + 1], self.v[k + 1]],
            )
        return self.x
