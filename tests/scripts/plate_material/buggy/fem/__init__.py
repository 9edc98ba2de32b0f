from .material import Elastic, Material, make_material
from .mesh import plate_mesh
from .plate import Plate

__all__ = ["Elastic", "Material", "Plate", "make_material", "plate_mesh"]
