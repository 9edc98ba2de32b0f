"""A program of the corpus, loaded and called by its contract (docs/adding-a-case.md)."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

#: A program defines these; ``train`` and a ``steps`` keyword are optional.
REQUIRED = ("inputs", "forward", "gradient")
#: Tools look at a program that trains in its third iteration: what is not cleared shows from the second on.
ITERATION = 3


class ContractError(Exception):
    """A program or an oracle does not keep the contract; the text says which part."""


def load_module(path: Path, name: str) -> ModuleType:
    """Execute the file at ``path`` as a module called ``name`` and return it.

    Raises:
        Exception: whatever the file raises while it is executed.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ContractError(f"{path}: cannot be imported as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Oracle:
    """The truth about an objective, float64 NumPy.

    Attributes:
        objective: arrays by keyword (float64) -> loss.
        gradient: arrays by keyword -> gradient by input, or None where it is differenced.
        windowed: the gradient with state held constant at window boundaries, or None.
        bounds: (lowest, highest) valid subgradient by input, or None.
        surrogate: (at, arrays by keyword) -> the objective with its flat operations replaced as the
            fix is meant to do; its derivative at ``at`` is what ``gradient`` states. Or None.
    """

    objective: Callable[..., float]
    gradient: Callable[..., dict[str, Any]] | None
    windowed: Callable[..., dict[str, Any]] | None
    bounds: Callable[..., dict[str, tuple[Any, Any]]] | None
    surrogate: Callable[..., float] | None

    @property
    def has_steps(self) -> bool:
        """Whether the objective can be asked for over another number of steps."""
        return "steps" in inspect.signature(self.objective).parameters

    def derivative(self, arrays: dict[str, Array], **steps: int) -> dict[str, Array]:
        """Return the gradient of the objective by input: analytic where given, else differenced."""
        if self.gradient is not None:
            found = self.gradient(**arrays, **steps)
            return {name: np.asarray(found[name], dtype=np.float64) for name in arrays}
        return differentiate(lambda **moved: self.objective(**moved, **steps), arrays)


def load_oracle(path: Path, name: str) -> Oracle:
    """Load ``oracle.py``.

    Raises:
        ContractError: it defines no ``objective``.
    """
    module = load_module(path, name)
    if not callable(getattr(module, "objective", None)):
        raise ContractError(f"{path}: defines no objective(**arrays) -> float")
    parts = ("gradient", "windowed", "bounds", "surrogate")
    return Oracle(module.objective, *(getattr(module, part, None) for part in parts))


def differentiate(objective: Callable[..., float], arrays: dict[str, Array]) -> dict[str, Array]:
    """Return the gradient of a float64 function by central differences, relative error about 1e-9.

    Two step sizes are combined by Richardson extrapolation, which removes the h**2 term of the
    central difference (Press et al., Numerical Recipes, section 5.7); h = 1e-3 of the element's size
    leaves a truncation term of order h**4 and a rounding term of order 1e-16 / h.
    """
    gradients: dict[str, Array] = {}
    for name, values in arrays.items():
        flat = np.array(values, dtype=np.float64).ravel()
        result = np.zeros_like(flat)
        for i in range(flat.size):
            step = 1e-3 * max(abs(flat[i]), 0.1)
            coarse = _central(objective, arrays, name, flat, i, step)
            fine = _central(objective, arrays, name, flat, i, step / 2.0)
            result[i] = (4.0 * fine - coarse) / 3.0
        gradients[name] = result.reshape(np.shape(values))
    return gradients


def _central(
    objective: Callable[..., float], arrays: dict[str, Array], name: str, flat: Array, i: int, step: float
) -> float:
    values = []
    for sign in (1.0, -1.0):
        moved = flat.copy()
        moved[i] += sign * step
        values.append(float(objective(**{**arrays, name: moved.reshape(np.shape(arrays[name]))})))
    return (values[0] - values[1]) / (2.0 * step)


@dataclass(frozen=True)
class Program:
    """One program file, ready to be called.

    Attributes:
        module: the loaded file.
        device: name of the Warp device, which is also the default device.
    """

    module: ModuleType
    device: str

    @property
    def name(self) -> str:
        """The module's name, unique to the case and program."""
        return self.module.__name__

    @property
    def has_steps(self) -> bool:
        """Whether ``forward`` and ``gradient`` take another number of steps."""
        return all(
            "steps" in inspect.signature(getattr(self.module, part)).parameters for part in ("forward", "gradient")
        )

    @property
    def steps(self) -> int:
        """The number of steps of the objective, for a program that has steps."""
        return int(inspect.signature(self.module.gradient).parameters["steps"].default)

    def without_folders(self, text: str) -> str:
        """Return a text that a tool printed without the folders of the program and of the cell.

        Records are published, and where a machine keeps its files is nobody's business.
        """
        for folder in (Path(str(self.module.__file__)).parent, Path.cwd()):
            text = text.replace(f"{folder}/", "")
        return text

    def inputs(self) -> dict[str, Any]:
        """Return fresh optimisation inputs (Warp arrays by name) in their start state."""
        return dict(self.module.inputs(self.device))

    def inputs_from(self, arrays: dict[str, Array]) -> dict[str, Any]:
        """Return fresh inputs that hold ``arrays`` (same shapes) instead of the start values."""
        fresh = self.inputs()
        for name, values in arrays.items():
            array = fresh[name]
            host = np.asarray(values).reshape(array.numpy().shape).astype(array.numpy().dtype)
            array.assign(host)
        return fresh

    def forward(self, inputs: dict[str, Any], **steps: int) -> Any:
        """Run everything that the tape records and return the loss, a Warp array of one element."""
        return self.module.forward(**inputs, **steps)

    def loss(self, inputs: dict[str, Any], **steps: int) -> float:
        """Run ``forward`` and return the loss as a number."""
        return float(np.ravel(self.forward(inputs, **steps).numpy())[0])

    def gradient(self, inputs: dict[str, Any], **steps: int) -> dict[str, Array]:
        """Return what the optimiser consumes: tape, backward and all, as float64 by input."""
        return to_float64(self.module.gradient(**inputs, **steps))

    def train(self, iterations: int) -> Iterator[tuple[dict[str, Array], dict[str, Array]]]:
        """Yield (inputs, consumed gradient) by iteration, copied out before the next step."""
        for arrays, gradient in self.module.train(iterations, self.device):
            yield to_float64({name: array.numpy() for name, array in arrays.items()}), to_float64(gradient)

    def consumed(self) -> tuple[dict[str, Array], dict[str, Array]]:
        """Return (inputs, consumed gradient) where a tool looks: once, or late enough in training."""
        if self.trains:
            iterations = list(self.train(ITERATION))
            if not iterations:
                raise ContractError(f"{self.module.__file__}: train() yields no iteration")
            return iterations[-1]
        arrays = to_float64({name: array.numpy() for name, array in self.inputs().items()})
        return arrays, self.gradient(self.inputs())

    @property
    def trains(self) -> bool:
        """Whether the program defines ``train``."""
        return hasattr(self.module, "train")


def load_program(path: Path, name: str, device: str) -> Program:
    """Load a program file.

    Raises:
        ContractError: it lacks one of ``REQUIRED``.
        Exception: whatever the file raises while it is executed.
    """
    module = load_module(path, name)
    missing = [part for part in REQUIRED if not callable(getattr(module, part, None))]
    if missing:
        raise ContractError(f"{path}: defines no {', '.join(missing)}; see docs/adding-a-case.md")
    return Program(module, device)


def to_float64(arrays: dict[str, Any]) -> dict[str, Array]:
    """Copy arrays (or arrays of vectors, whose components become axes) to float64 NumPy."""
    return {name: np.array(values, dtype=np.float64) for name, values in arrays.items()}
