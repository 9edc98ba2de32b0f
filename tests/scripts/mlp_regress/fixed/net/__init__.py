from .layers import MLP, Dense, make_activation
from .optimizer import ClippedSGD

__all__ = ["MLP", "ClippedSGD", "Dense", "make_activation"]
