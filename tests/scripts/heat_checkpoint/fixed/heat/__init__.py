from .inverse import HeatInverse

__all__ = ["HeatInverse"]
