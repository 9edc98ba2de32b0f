from .lattice import Lattice, build_lattice
from .model import SoftBody
from .state import State, allocate_states

__all__ = ["Lattice", "SoftBody", "State", "allocate_states", "build_lattice"]
