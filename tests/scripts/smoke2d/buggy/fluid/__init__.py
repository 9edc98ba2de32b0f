from .preview import Preview
from .solver import SmokeSolver

__all__ = ["Preview", "SmokeSolver"]
