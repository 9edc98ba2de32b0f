"""Names the way in which a consumed gradient differs from the true one: a pure function of numbers.

The rules stand in ``RULES`` in the order in which they are tried; the first that holds gives the word.
Non-finite values are looked for before any tolerance is applied, since every comparison with NaN is
false and would otherwise pass for agreement. Thresholds stand below, each with its reason.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tapecheck.vocabulary import Signature

Array = npt.NDArray[np.float64]
Arrays = Mapping[str, Array]

#: An element agrees when it is this close to the truth, relative to itself or to the root mean square
#: of its array. float32 rollouts of the corpus reach 1e-5 to 1e-4; planted bugs show 1e-2 and more.
TOLERANCE = 1e-3
#: Below this fraction of the truth's norm a gradient counts as zero: a float32 product that
#: underflows is as dead as one that was never computed.
ZERO = 1e-12
#: An element this small beside the largest gradient, that of another input perhaps, is rounding: an input that
#: starts where its own gradient vanishes has a truth of 1e-8 by the accident of its float32 start value.
FLOOR = 1e-7
#: Elements whose truth is below this fraction of the root mean square say nothing about a factor.
SIGNIFICANT = 1e-2
#: With fewer significant elements than this any wrong gradient is "a constant times the truth", so
#: only a whole number or its reciprocal is then believed to be a factor.
FACTOR_ELEMENTS = 3
#: A whole number stands out only where the tolerance around it is this small; 500 +- 0.5 fits any number.
WHOLE_SLACK = 0.1
#: At most this share of the elements is wrong in a sparse error; above it the error is dense.
SPARSE_SHARE = 0.5
#: An array below this size is too small to call an error in it sparse.
SPARSE_ELEMENTS = 4
#: The error over the longest horizon must exceed that over the shortest by this to be drifting.
DRIFT_RATIO = 3.0
#: The gradient of the last iteration must exceed the truth by this factor to be growing.
GROWTH = 1.5
#: Differences of a float32 program resolve a gradient to about this; see ``probe.differences``.
DIFFERENCE_TOLERANCE = 2e-2


@dataclass(frozen=True)
class Evidence:
    """What was measured of one program.

    Attributes:
        consumed: gradient that the optimiser consumes, by input; any shape, float64.
        truth: the oracle's gradient at the same inputs, same names and shapes.
        bounds: where several subgradients are valid, (lowest, highest) by input, same shapes.
        windowed: the oracle's gradient with state held constant at window boundaries.
        differences: finite differences of the program itself, NaN where they could not resolve.
        horizon: (steps, consumed, truth) for growing numbers of steps.
        iterations: (consumed, truth) at successive training iterations.
        tolerance: relative; the case may widen it with a reason.
    """

    consumed: Arrays
    truth: Arrays
    bounds: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)
    windowed: Arrays | None = None
    differences: Arrays | None = None
    horizon: Sequence[tuple[int, Arrays, Arrays]] = ()
    iterations: Sequence[tuple[Arrays, Arrays]] = ()
    tolerance: float = TOLERANCE


@dataclass(frozen=True)
class Reading:
    """A signature with the numbers behind it.

    Attributes:
        signature: the word.
        error: relative error of the gradient, |consumed - truth| / |truth| in the Euclidean norm.
        factor: the constant, for ``factor`` and ``growing`` (that of the last iteration).
        parameter: the input whose gradient decided.
    """

    signature: Signature
    error: float
    factor: float | None = None
    parameter: str | None = None

    def __str__(self) -> str:
        if self.signature is Signature.FACTOR and self.factor is not None:
            return f"factor {self.factor:.4g}"
        if self.signature is Signature.GROWING and self.factor is not None:
            return f"growing to {self.factor:.3g}x"
        if self.signature in (Signature.CORRECT, Signature.ZERO, Signature.NONFINITE):
            return str(self.signature)
        return f"{self.signature} {self.error:.2g}"


def classify(evidence: Evidence) -> Reading:
    """Return the signature of a gradient.

    With several inputs the first rule that holds for any of them decides, and ``correct`` needs all.
    Iterations are looked at when the gradient itself is right, since some bugs show only later.

    Raises:
        ValueError: ``consumed`` and ``truth`` differ in names or shapes, or the truth is not finite.
    """
    _check(evidence.consumed, evidence.truth)
    for rule in RULES:
        for name in evidence.truth:
            reading = rule(name, evidence)
            if reading is not None:
                return reading
    later = _iterations(evidence)
    if later is not None:
        return later
    worst = max(evidence.truth, key=lambda name: _error(name, evidence))
    return Reading(Signature.CORRECT, _error(worst, evidence), None, worst)


def relative_error(consumed: Array, truth: Array) -> float:
    """Return |consumed - truth| / |truth| in the Euclidean norm; inf where only the truth is zero."""
    difference = float(np.linalg.norm(np.ravel(consumed) - np.ravel(truth)))
    size = float(np.linalg.norm(np.ravel(truth)))
    if size == 0.0:
        return 0.0 if difference == 0.0 else math.inf
    return difference / size


def agree(consumed: Array, truth: Array, tolerance: float = TOLERANCE) -> npt.NDArray[np.bool_]:
    """Return elementwise whether ``consumed`` is within tolerance of ``truth``; NaN never is."""
    scale = float(np.sqrt(np.mean(np.square(truth)))) if truth.size else 0.0
    with np.errstate(invalid="ignore"):
        close = np.abs(consumed - truth) <= tolerance * (np.abs(truth) + scale)
    return np.asarray(close, dtype=np.bool_)


def _check(consumed: Arrays, truth: Arrays) -> None:
    if set(consumed) != set(truth):
        raise ValueError(f"gradients of {sorted(consumed)} against an oracle for {sorted(truth)}")
    for name in truth:
        if not np.isfinite(truth[name]).all():
            raise ValueError(f"the oracle's gradient of {name} is not finite: nothing can be held against it")
        if np.shape(consumed[name]) != np.shape(truth[name]):
            raise ValueError(
                f"gradient of {name} has shape {np.shape(consumed[name])}, the oracle's {np.shape(truth[name])}"
            )


def _target(name: str, evidence: Evidence) -> Array:
    """The truth, or the valid subgradient that is nearest to what was consumed."""
    truth = np.asarray(evidence.truth[name], dtype=np.float64)
    if name not in evidence.bounds:
        return truth
    low, high = evidence.bounds[name]
    return np.clip(np.asarray(evidence.consumed[name], dtype=np.float64), low, high)


def _error(name: str, evidence: Evidence) -> float:
    return relative_error(np.asarray(evidence.consumed[name]), _target(name, evidence))


def _right(name: str, evidence: Evidence) -> npt.NDArray[np.bool_]:
    consumed, truth = np.asarray(evidence.consumed[name]), _target(name, evidence)
    with np.errstate(invalid="ignore"):
        negligible = np.abs(consumed - truth) <= _floor(evidence)
    return np.asarray(agree(consumed, truth, evidence.tolerance) | negligible, dtype=np.bool_)


def _floor(evidence: Evidence) -> float:
    """What float32 cannot tell from zero beside the largest gradient of the program's inputs."""
    return FLOOR * max(float(np.sqrt(np.mean(np.square(truth)))) for truth in evidence.truth.values() if np.size(truth))


def _nonfinite(name: str, evidence: Evidence) -> Reading | None:
    if np.isfinite(evidence.consumed[name]).all():
        return None
    return Reading(Signature.NONFINITE, math.inf, None, name)


def _zero(name: str, evidence: Evidence) -> Reading | None:
    truth = _target(name, evidence)
    size = float(np.linalg.norm(truth))
    if size == 0.0 or np.linalg.norm(evidence.consumed[name]) > ZERO * size or _right(name, evidence).all():
        return None
    return Reading(Signature.ZERO, 1.0, 0.0, name)


def _truncated(name: str, evidence: Evidence) -> Reading | None:
    if evidence.windowed is None or _right(name, evidence).all():
        return None
    if not agree(np.asarray(evidence.consumed[name]), evidence.windowed[name], evidence.tolerance).all():
        return None
    return Reading(Signature.TRUNCATED, _error(name, evidence), None, name)


def _factor(name: str, evidence: Evidence) -> Reading | None:
    truth = np.ravel(_target(name, evidence))
    consumed = np.ravel(evidence.consumed[name])
    if _right(name, evidence).all() or not truth.any():
        return None
    factor = float(truth @ consumed / (truth @ truth))
    if not agree(consumed, factor * truth, evidence.tolerance).all() or factor == 0.0:
        return None
    significant = int((np.abs(truth) > SIGNIFICANT * np.sqrt(np.mean(truth**2))).sum())
    whole = _is_whole(factor, evidence.tolerance) or _is_whole(1.0 / factor, evidence.tolerance)
    if significant < FACTOR_ELEMENTS and not whole:
        return None
    return Reading(Signature.FACTOR, _error(name, evidence), factor, name)


def _is_whole(value: float, tolerance: float) -> bool:
    slack = tolerance * abs(value)
    return round(value) != 0 and abs(value - round(value)) <= slack <= WHOLE_SLACK


def _unconverged(name: str, evidence: Evidence) -> Reading | None:
    if evidence.differences is None or _right(name, evidence).all():
        return None
    differences = np.asarray(evidence.differences[name])
    if not np.isfinite(differences).all():
        return None
    consumed = np.asarray(evidence.consumed[name])
    if not agree(consumed, differences, DIFFERENCE_TOLERANCE).all():
        return None
    if agree(_target(name, evidence), differences, DIFFERENCE_TOLERANCE).all():
        return None
    return Reading(Signature.UNCONVERGED, _error(name, evidence), None, name)


def _drifting(name: str, evidence: Evidence) -> Reading | None:
    if len(evidence.horizon) < 3 or _right(name, evidence).all():
        return None
    errors = [
        relative_error(np.asarray(consumed[name]), np.asarray(truth[name])) for _, consumed, truth in evidence.horizon
    ]
    if not all(math.isfinite(error) for error in errors):
        return None
    rising = all(after > before for before, after in pairwise(errors))
    if not rising or errors[-1] < DRIFT_RATIO * max(errors[0], evidence.tolerance):
        return None
    return Reading(Signature.DRIFTING, _error(name, evidence), None, name)


def _sparse(name: str, evidence: Evidence) -> Reading | None:
    right = _right(name, evidence)
    share = 1.0 - float(right.mean()) if right.size else 0.0
    if share == 0.0 or share > SPARSE_SHARE or right.size < SPARSE_ELEMENTS:
        return None
    if not np.asarray(evidence.truth[name])[right].any():
        return None
    return Reading(Signature.SPARSE, _error(name, evidence), None, name)


def _wrong(name: str, evidence: Evidence) -> Reading | None:
    if _right(name, evidence).all():
        return None
    return Reading(Signature.WRONG, _error(name, evidence), None, name)


def _iterations(evidence: Evidence) -> Reading | None:
    """What the iterations show when the first gradient is right: growing, or the worst of them."""
    for index, (consumed, truth) in enumerate(evidence.iterations):
        later = classify(Evidence(consumed, truth, tolerance=evidence.tolerance))
        if later.signature is Signature.CORRECT:
            continue
        return _growing(evidence) if index > 0 and _growing(evidence) is not None else later
    return None


def _growing(evidence: Evidence) -> Reading | None:
    for name in evidence.truth:
        ratios = []
        for consumed, truth in evidence.iterations:
            square = float(np.sum(np.square(truth[name])))
            ratios.append(float(np.sum(consumed[name] * truth[name])) / square if square else math.nan)
        rising = all(after > before for before, after in pairwise(ratios))
        if rising and ratios[-1] > GROWTH:
            consumed, truth = evidence.iterations[-1]
            error = relative_error(np.asarray(consumed[name]), np.asarray(truth[name]))
            return Reading(Signature.GROWING, error, ratios[-1], name)
    return None


#: Tried in this order; each takes (input name, evidence) and returns a reading or None.
RULES: tuple[Callable[[str, Evidence], Reading | None], ...] = (
    _nonfinite,
    _zero,
    _truncated,
    _factor,
    _unconverged,
    _drifting,
    _sparse,
    _wrong,
)
