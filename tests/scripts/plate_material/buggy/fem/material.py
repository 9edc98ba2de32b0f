import warp as wp


@wp.struct
class Elastic:
    mu: wp.array(dtype=float)
    lam: wp.array(dtype=float)


@wp.struct
class Material:
    elastic: Elastic
    viscosity: float
    density: float


@wp.kernel
def fill_elastic(log_mu: wp.array(dtype=float), log_lam: wp.array(dtype=float), material: Material):
    e = wp.tid()
    material.elastic.mu[e] = wp.exp(log_mu[e])
    material.elastic.lam[e] = wp.exp(log_lam[e])


def make_material(elements: int, viscosity: float = 0.5, density: float = 1.0) -> Material:
    material = Material()
    material.elastic = Elastic()
    material.elastic.mu = wp.zeros(elements, dtype=float, requires_grad=True)
    material.elastic.lam = wp.zeros(elements, dtype=float)
    material.viscosity = viscosity
    material.density = density
    return material
