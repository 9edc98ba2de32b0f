"""Memory of Warp arrays as spans of addresses: which bytes an array covers, what they hold, putting them back."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]


class Span(NamedTuple):
    """The addresses ``lo`` (included) to ``hi`` (excluded) on a device; views and aliases of one memory overlap."""

    lo: int
    hi: int
    device: str

    def overlaps(self, other: Span) -> bool:
        """Whether the two spans share a byte."""
        return self.device == other.device and self.lo < other.hi and other.lo < self.hi


def span_of(array: Any) -> Span | None:
    """Return the span of a Warp array with any strides, or None where it has no memory."""
    pointer = getattr(array, "ptr", None)
    if not pointer or not array.size:
        return None
    lo = hi = int(pointer)
    for extent, stride in zip(array.shape, array.strides, strict=True):
        reach = (int(extent) - 1) * int(stride)
        lo, hi = lo + min(0, reach), hi + max(0, reach)
    return Span(lo, hi + _element_size(array), str(array.device))


def _element_size(array: Any) -> int:
    return int(sys.modules[type(array).__module__].type_size_in_bytes(array.dtype))


def view(span: Span) -> Bytes:
    """Return the live bytes of a span of host memory, writable; nothing is copied."""
    buffer = (ctypes.c_uint8 * (span.hi - span.lo)).from_address(span.lo)
    live: Bytes = np.frombuffer(memoryview(buffer), dtype=np.uint8)
    return live


def read(span: Span) -> Bytes:
    """Return a copy of the bytes of a span."""
    found: Bytes = view(span).copy()
    return found


def write(span: Span, contents: Bytes) -> None:
    """Put contents back; ``contents`` has as many bytes as the span."""
    view(span)[:] = contents


def host(span: Span) -> bool:
    """Whether the span lies in memory that this process can address."""
    return span.device == "cpu"


def values(array: Any) -> npt.NDArray[np.float64]:
    """Return the contents of a host array of floats as float64; components of vectors and matrices become axes."""
    scalar = np.dtype(scalar_type(array))
    inner = tuple(getattr(array.dtype, "_shape_", ()) or ())
    shape = (*array.shape, *inner)
    item = scalar.itemsize
    steps: list[int] = []
    for extent in reversed(inner):
        steps.insert(0, item)
        item *= extent
    strides = (*array.strides, *steps)
    span = span_of(array)
    if span is None:
        return np.zeros(shape)
    offset = int(array.ptr) - span.lo
    live: npt.NDArray[Any] = np.ndarray(shape, dtype=scalar, buffer=view(span).data, offset=offset, strides=strides)
    found: npt.NDArray[np.float64] = live.astype(np.float64)
    return found


def set_values(array: Any, new: npt.NDArray[np.float64]) -> None:
    """Write float64 values of the shape that ``values`` returns into a host array, rounded to its dtype."""
    scalar = np.dtype(scalar_type(array))
    inner = tuple(getattr(array.dtype, "_shape_", ()) or ())
    item = scalar.itemsize
    steps: list[int] = []
    for extent in reversed(inner):
        steps.insert(0, item)
        item *= extent
    span = span_of(array)
    if span is None:
        return
    offset = int(array.ptr) - span.lo
    shape, strides = (*array.shape, *inner), (*array.strides, *steps)
    live: npt.NDArray[Any] = np.ndarray(shape, dtype=scalar, buffer=view(span).data, offset=offset, strides=strides)
    live[...] = np.asarray(new).reshape(shape)


#: Scalar types of Warp with a derivative, by name, and the NumPy type of the same bytes.
_FLOATS = {"float16": "<f2", "float32": "<f4", "float64": "<f8", "float": "<f4"}


def scalar_type(array: Any) -> str:
    """Return the NumPy type string of the scalars in a Warp array of floats.

    Raises:
        TypeError: its scalars are not float16, float32 or float64.
    """
    scalar = getattr(array.dtype, "_wp_scalar_type_", array.dtype)
    name = getattr(scalar, "__name__", "")
    if name not in _FLOATS:
        raise TypeError(f"an array of {name or scalar} has no derivative")
    return _FLOATS[name]


def is_float(array: Any) -> bool:
    """Whether the array holds floating-point scalars, alone or in vectors, matrices, quaternions or transforms."""
    try:
        scalar_type(array)
    except (TypeError, AttributeError):
        return False
    return True


def is_array(thing: Any) -> bool:
    """Whether a thing is a plain Warp array (not indexed, not Fabric)."""
    return type(thing).__name__ == "array" and hasattr(thing, "ptr") and hasattr(thing, "strides")


def arrays_in(argument: Any, label: str) -> Iterator[tuple[str, Any]]:
    """Yield (path, array) for a launch argument: itself, or the members of a struct at any depth.

    An indexed array yields the array that it indexes.
    """
    if is_array(argument):
        yield label, argument
    elif type(argument).__name__ == "indexedarray" and is_array(getattr(argument, "data", None)):
        yield label, argument.data
    elif hasattr(argument, "_cls") and hasattr(argument._cls, "vars"):
        for name in argument._cls.vars:
            member = getattr(argument, name, None)
            if member is not None:
                yield from arrays_in(member, f"{label}.{name}")
