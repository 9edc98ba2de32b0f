"""Puts observers in the place of Warp's functions and takes them away again.

This is the one module that changes Warp. Every function that is replaced calls the original with the arguments
that it was given and returns what that returned; ``remove`` puts each original back.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any, Protocol


class Observer(Protocol):
    """Receives what the hooks see. ``call`` performs the operation and must be called exactly once."""

    def launch(self, call: Callable[[], Any], bound: dict[str, Any]) -> Any: ...  # noqa: D102
    def copy(self, call: Callable[[], Any], dest: Any, src: Any) -> Any: ...  # noqa: D102
    def fill(self, call: Callable[[], Any], array: Any, name: str) -> Any: ...  # noqa: D102
    def assign(self, call: Callable[[], Any], array: Any, source: Any) -> Any: ...  # noqa: D102
    def read(self, call: Callable[[], Any], array: Any, name: str) -> Any: ...  # noqa: D102
    def create(self, call: Callable[[], Any], array: Any, data: Any) -> Any: ...  # noqa: D102
    def gradient_made(self, array: Any) -> None: ...  # noqa: D102
    def enter(self, call: Callable[[], Any], tape: Any) -> Any: ...  # noqa: D102
    def leave(self, call: Callable[[], Any], tape: Any) -> Any: ...  # noqa: D102
    def backward(self, call: Callable[[], Any], tape: Any, loss: Any, grads: Any) -> Any: ...  # noqa: D102
    def zero(self, call: Callable[[], Any], tape: Any, name: str) -> Any: ...  # noqa: D102


class Hooks:
    """The hooks of one observation."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self._replaced: list[tuple[Any, str, Any]] = []

    def install(self) -> None:
        """Replace Warp's functions; ``remove`` undoes it."""
        import warp as wp

        context = sys.modules[wp.launch.__module__]
        array = wp.array
        self._function((wp, context), "launch", self._launch)
        self._function((wp, context), "copy", self._copy)
        for name in ("zero_", "fill_"):
            self._method(array, name, functools.partial(self._fill, name))
        self._method(array, "assign", self._assign)
        self._method(array, "numpy", functools.partial(self._read, "numpy"))
        self._method(array, "__init__", self._create)
        self._method(array, "_alloc_grad", self._gradient)
        self._method(wp.Tape, "__enter__", self._enter)
        self._method(wp.Tape, "__exit__", self._leave)
        self._method(wp.Tape, "backward", self._backward)
        self._method(wp.Tape, "zero", functools.partial(self._zero, "zero"))
        self._method(wp.Tape, "reset", functools.partial(self._zero, "reset"))
        if hasattr(wp, "to_torch"):
            self._function((wp,), "to_torch", self._to_torch)

    def remove(self) -> None:
        """Put every original back, in reverse order."""
        while self._replaced:
            owner, name, original = self._replaced.pop()
            setattr(owner, name, original)

    def _function(self, owners: tuple[Any, ...], name: str, hook: Callable[..., Any]) -> None:
        original = getattr(owners[0], name)

        @functools.wraps(original)
        def replacement(*args: Any, **kwargs: Any) -> Any:
            return hook(original, *args, **kwargs)

        for owner in dict.fromkeys(owners):
            if getattr(owner, name, None) is original:
                self._replaced.append((owner, name, original))
                setattr(owner, name, replacement)

    def _method(self, owner: type, name: str, hook: Callable[..., Any]) -> None:
        if name not in vars(owner):
            return
        original = vars(owner)[name]

        @functools.wraps(original)
        def replacement(this: Any, *args: Any, **kwargs: Any) -> Any:
            return hook(original, this, *args, **kwargs)

        self._replaced.append((owner, name, original))
        setattr(owner, name, replacement)

    def _launch(self, original: Any, *args: Any, **kwargs: Any) -> Any:
        names = ("kernel", "dim", "inputs", "outputs", "adj_inputs", "adj_outputs", "device", "stream", "adjoint")
        bound = dict(zip(names, args, strict=False))
        bound.update(kwargs)
        return self.observer.launch(lambda: original(*args, **kwargs), bound)

    def _copy(self, original: Any, *args: Any, **kwargs: Any) -> Any:
        dest = args[0] if args else kwargs.get("dest")
        src = args[1] if len(args) > 1 else kwargs.get("src")
        return self.observer.copy(lambda: original(*args, **kwargs), dest, src)

    def _fill(self, name: str, original: Any, array: Any, *args: Any, **kwargs: Any) -> Any:
        return self.observer.fill(lambda: original(array, *args, **kwargs), array, name)

    def _assign(self, original: Any, array: Any, *args: Any, **kwargs: Any) -> Any:
        source = args[0] if args else kwargs.get("src")
        return self.observer.assign(lambda: original(array, *args, **kwargs), array, source)

    def _read(self, name: str, original: Any, array: Any, *args: Any, **kwargs: Any) -> Any:
        return self.observer.read(lambda: original(array, *args, **kwargs), array, name)

    def _to_torch(self, original: Any, *args: Any, **kwargs: Any) -> Any:
        return self.observer.read(lambda: original(*args, **kwargs), args[0] if args else kwargs.get("a"), "to_torch")

    def _create(self, original: Any, array: Any, *args: Any, **kwargs: Any) -> Any:
        data = args[0] if args else kwargs.get("data")
        return self.observer.create(lambda: original(array, *args, **kwargs), array, data)

    def _gradient(self, original: Any, array: Any, *args: Any, **kwargs: Any) -> Any:
        result = original(array, *args, **kwargs)
        self.observer.gradient_made(array)
        return result

    def _enter(self, original: Any, tape: Any) -> Any:
        return self.observer.enter(lambda: original(tape), tape)

    def _leave(self, original: Any, tape: Any, *args: Any) -> Any:
        return self.observer.leave(lambda: original(tape, *args), tape)

    def _backward(self, original: Any, tape: Any, *args: Any, **kwargs: Any) -> Any:
        loss = args[0] if args else kwargs.get("loss")
        grads = args[1] if len(args) > 1 else kwargs.get("grads")
        return self.observer.backward(lambda: original(tape, *args, **kwargs), tape, loss, grads)

    def _zero(self, name: str, original: Any, tape: Any, *args: Any, **kwargs: Any) -> Any:
        return self.observer.zero(lambda: original(tape, *args, **kwargs), tape, name)
