"""Measures one iteration: the gradient consumed against replays and against the restored backward pass.

The result is plain data, which ``diagnosis`` judges without Warp, perhaps years later.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from tapecheck.trace import flow
from tapecheck.trace.ladder import STEPS, judge
from tapecheck.trace.memory import Bytes, scalar_type, span_of, values
from tapecheck.trace.recorder import Backward, Consumption, Iteration, Recorder
from tapecheck.trace.replay import Change, Request

Array = npt.NDArray[np.float64]
#: Random +-1 directions for a parameter of more than four elements, beside the sign pattern of its gradient.
DIRECTIONS = 3


def measure(recorder: Recorder, iteration: Iteration) -> dict[str, Any]:
    """Return what was measured of an iteration."""
    parameters = [
        found
        for key in dict.fromkeys(c.key for c in iteration.consumptions)
        if (found := _parameter(iteration, key)) is not None
    ]
    parameters = _leaves_only(iteration, parameters)
    if recorder.options.differences:
        _replay(recorder, iteration, parameters)
    audits = flow.audit(recorder, iteration, [p["owner"] for p in parameters])
    return {
        "number": iteration.number,
        "backwards": [_backward(b) for b in iteration.backwards],
        "parameters": [_plain(p) for p in parameters],
        "stale": [_stale(c, parameters) for c in iteration.stale],
        "scalars": sorted({value for value, _ in iteration.scalars}),
        **audits,
    }


def _parameter(iteration: Iteration, key: int) -> dict[str, Any] | None:
    """Add up what the script consumed of one gradient, backward pass by backward pass."""
    consumptions = [c for c in iteration.consumptions if c.key == key and c.backwards]
    if not consumptions:
        return None
    owner = consumptions[0].owner
    counted: list[Backward] = []
    pending: list[Backward] = []
    effective = np.zeros_like(consumptions[0].gradient)
    leftover = None
    zeroed = None
    done = 0
    last_after: Bytes | None = None
    for consumption in consumptions:
        for backward in iteration.backwards[done : consumption.backwards]:
            before, after = backward.before.get(key), backward.after.get(key)
            if before is None or after is None:
                pending.append(backward)  # this tape does not use the array: it adds nothing
                continue
            if last_after is not None and not np.array_equal(before, last_after):
                pending = []
                if backward.repeated:  # the same objective once more, from cleared gradients: the read was a look
                    counted, effective = [], np.zeros_like(effective)
            elif last_after is None and before.any():
                leftover = _decode(before, owner)
            pending.append(backward)
            last_after = after
        done = consumption.backwards
        if not pending:
            continue
        used = [b for b in pending if key in b.before and key in b.after]
        change = sum((_decode(b.after[key], owner) - _decode(b.before[key], owner) for b in used), effective * 0.0)
        if not consumption.gradient.any() and change.any() and consumption.zeroed is not None:
            zeroed = consumption.zeroed
        else:
            effective = effective + change
        counted, pending = counted + pending, []
    if not counted:
        return None
    first = consumptions[0]
    return {
        "key": key,
        "owner": owner,
        "name": first.name,
        "first": first,
        "last": consumptions[-1],
        "counted": counted,
        "effective": effective,
        "leftover": leftover,
        "zeroed": zeroed,
        "contents": consumptions[-1].parameter,
        "apply": _first_read(iteration, owner, counted[-1].event.index),
        "differences": [],
    }


def _decode(contents: Bytes, owner: Any) -> Array:
    shape = values(owner.grad).shape
    flat = np.frombuffer(contents.tobytes(), dtype=scalar_type(owner)).astype(np.float64)
    if flat.size == int(np.prod(shape)):
        return flat.reshape(shape)
    return np.full(shape, np.nan)  # strided: its bytes hold more than its elements


def _first_read(iteration: Iteration, owner: Any, end: int) -> tuple[int, int, int] | None:
    """Return (event, use, offset) of the first read of an array after it was last written, before event ``end``."""
    span = span_of(owner)
    found = None
    assert span is not None
    for event in iteration.events:
        if event.index >= end:
            break
        for number, use in enumerate(event.uses):
            if not use.span.overlaps(span):
                continue
            if use.read and found is None:
                found = (event.index, number, span.lo - use.span.lo)
            if use.written and not (use.before is not None and _equal(use.before, use.after)):
                found = None
    return found


def _equal(one: Bytes | None, other: Bytes | None) -> bool:
    return one is not None and other is not None and bool(np.array_equal(one, other))


def _leaves_only(iteration: Iteration, parameters: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Drop arrays that are themselves computed from others: their gradients are read on the way, not consumed."""
    owners = [p["owner"] for p in parameters]
    return [p for p in parameters if not flow.computed_from(iteration, p["owner"], owners)]


# -- replays ------------------------------------------------------------------------------------------------------


def _replay(recorder: Recorder, iteration: Iteration, parameters: list[dict[str, Any]]) -> None:
    for parameter in parameters:
        parameter["why"] = _difference(recorder, iteration, parameter, len(parameters))


def _difference(recorder: Recorder, iteration: Iteration, parameter: dict[str, Any], share: int) -> str:
    """Fill in the differences of one parameter; returns why there are none, or an empty text."""
    if iteration.checkpoint is None:
        return "replays need os.fork and arrays in host memory"
    if parameter["apply"] is None:
        return "no operation that was seen reads it"
    if parameter["effective"].size == 0 or np.isnan(_decode(parameter["contents"], parameter["owner"])).any():
        return "its memory is strided"
    terms = _terms(parameter["counted"])
    if not terms:
        return "no backward pass started from a loss or seeds of its own"
    until = parameter["counted"][-1].number
    seeds = {b.number: b.seeds for b in parameter["counted"] if b.seeds}
    owner = parameter["owner"]
    base = _decode(parameter["contents"], owner)
    first_number = iteration.backwards[0].number
    event, use, offset = parameter["apply"]

    def request(delta: Array | None) -> Request:
        if delta is None:
            return Request((), until, seeds)
        moved = (base + delta).astype(scalar_type(owner))
        return Request((Change(event, use, offset, np.frombuffer(moved.tobytes(), dtype=np.uint8)),), until, seeds)

    def objective(result: Any) -> float:
        if isinstance(result, str):
            raise ReplayError(result)
        return float(sum(factor * result[number - first_number] for number, factor in terms.items()))

    checkpoint = iteration.checkpoint
    recorded = sum(
        factor * next(b.objective or 0.0 for b in parameter["counted"] if b.number == number)
        for number, factor in terms.items()
    )
    started = time.monotonic()
    random = np.random.default_rng(7)
    spacing = np.spacing(np.abs(base).astype(np.float32)).astype(np.float64)
    jitters = [random.choice((-1.0, 1.0), base.shape) * spacing for _ in range(3)]
    try:
        limit = max(20.0, recorder.options.seconds)
        found = [objective(r) for r in checkpoint.run([request(None), request(None)], limit)]
        found_jitter = [objective(r) for r in checkpoint.run([request(j) for j in jitters], limit)]
        each = (time.monotonic() - started) / 5.0
        parameter["objective"], parameter["replayed"] = recorded, found
        unit = float(np.spacing(np.float32(abs(recorded) + 1e-30)))
        parameter["repeatable"] = max(abs(value - recorded) for value in found)
        noise = max(unit, *(abs(value - found[0]) for value in [*found, *found_jitter]))
        parameter["noise"] = noise
        if parameter["repeatable"] > 1e-5 * max(abs(recorded), unit):
            return (
                f"a replay without any change gives {found[0]:.7g} where {recorded:.7g} was recorded: "
                "the script depends on something that a replay does not repeat"
            )
        count = int(recorder.options.seconds / max(1e-3, each * 2 * len(STEPS) * share))
        for direction in _directions(base, parameter["effective"], count):
            requests = [request(sign * step * direction) for step in STEPS for sign in (1.0, -1.0)]
            results = [objective(r) for r in checkpoint.run(requests, limit)]
            estimate = judge(STEPS, results[::2], results[1::2], found[0], noise)
            along = parameter["effective"] * direction
            parameter["differences"].append(
                {
                    "tape": float(np.sum(along)),
                    "value": estimate.value,
                    "error": estimate.error,
                    "step": estimate.step,
                    "sides": None if estimate.sides is None else list(estimate.sides),
                    "rungs": [list(rung) for rung in estimate.rungs],
                    "size": float(np.sqrt(np.sum(along**2))),
                    "restored": _restored_along(parameter, direction),
                }
            )
    except ReplayError as error:
        return str(error)
    return ""


class ReplayError(Exception):
    """A replay gave no objective; the text says why."""


def _terms(counted: list[Backward]) -> dict[int, float]:
    """Return how often each backward pass's objective counts.

    A pass that continues from another pass's gradients has no objective of its own; one that starts again from
    an unchanged loss adds nothing to it; a loss to which later windows add is counted when it is complete.
    """
    terms = {
        b.number: 1.0
        for position, b in enumerate(counted)
        if b.objective is not None and not b.carried and not _again(b, counted[:position]) and np.isfinite(b.objective)
    }
    for b in counted:
        if b.continues is not None and not b.repeated and b.continues in terms:
            del terms[b.continues]
    return terms


def _again(b: Backward, earlier: list[Backward]) -> bool:
    """Whether a backward pass starts again from the unchanged loss of an earlier one."""
    return b.repeated and any(other.loss is b.loss for other in earlier)


def _directions(base: Array, gradient: Array, limit: int) -> list[Array]:
    size = np.maximum(np.abs(base), 0.1 * max(float(np.sqrt(np.mean(base**2))), 1e-2))
    limit = max(1, limit)
    if base.size <= 4:
        eye = np.eye(base.size)
        return [row.reshape(base.shape) * size for row in eye][:limit]
    signs = np.where(gradient >= 0.0, 1.0, -1.0) if np.isfinite(gradient).all() and gradient.any() else None
    random = np.random.default_rng(11)
    found = [] if signs is None else [signs * size]
    found += [random.choice((-1.0, 1.0), base.shape) * size for _ in range(DIRECTIONS + (signs is None))]
    return found[:limit]


def _restored_along(parameter: dict[str, Any], direction: Array) -> float | None:
    restored = restored_gradient(parameter)
    return None if restored is None else float(np.sum(restored * direction))


def restored_gradient(parameter: dict[str, Any], which: str = "restored") -> Array | None:
    """Return the sum of the restored (or plain) gradients over the backward passes that count, or None."""
    total = None
    for position, b in enumerate(parameter["counted"]):
        if not isinstance(b.check, dict):
            return None
        if _again(b, parameter["counted"][:position]) or parameter["key"] not in b.check[which]:
            continue
        found = b.check[which][parameter["key"]]
        total = found if total is None else total + found
    return total


# -- plain data ---------------------------------------------------------------------------------------------------


def _backward(b: Backward) -> dict[str, Any]:
    return {
        "number": b.number,
        "place": str(b.event.place),
        "objective": b.objective,
        "carried": b.carried,
        "repeated": b.repeated,
        "seeded": [list(s) for s in b.seeded],
        "entries": b.entries,
        "loss": b.loss is not None,
        "check": "" if isinstance(b.check, dict) else str(b.check or ""),
    }


def _plain(p: dict[str, Any]) -> dict[str, Any]:
    restored, plain = restored_gradient(p), restored_gradient(p, "plain")
    effective = p["effective"]
    finite = bool(np.isfinite(effective).all())
    last: Consumption = p["last"]
    return {
        "name": p["name"] or f"array {tuple(p['owner'].shape)}",
        "shape": list(p["owner"].shape),
        "size": int(effective.size),
        "place": str(last.event.place),
        "norm": float(np.linalg.norm(effective)) if finite else None,
        "finite": finite,
        "bad": int((~np.isfinite(effective)).sum()),
        "leftover": None if p["leftover"] is None else float(np.linalg.norm(p["leftover"])),
        "zeroed": None if p["zeroed"] is None else f"{p['zeroed'].name} at {p['zeroed'].place}",
        "restored": _gap(effective, restored),
        "restored_norm": None
        if restored is None or not np.isfinite(restored).all()
        else float(np.linalg.norm(restored)),
        "plain": _gap(effective, plain),
        "consumed_head": np.ravel(effective)[:4].tolist(),
        "restored_head": None if restored is None else np.ravel(restored)[:4].tolist(),
        "passes": len(p["counted"]),
        "repeated": sum(_again(b, p["counted"][:i]) for i, b in enumerate(p["counted"])),
        "windows": len(_terms(p["counted"])),
        "differences": p["differences"],
        "noise": p.get("noise"),
        "objective": p.get("objective"),
        "why": p.get("why", ""),
    }


def _gap(one: Array, other: Array | None) -> float | None:
    """The relative difference of two gradients; None where one is missing or not finite."""
    if other is None or not np.isfinite(one).all() or not np.isfinite(other).all():
        return None
    size = float(np.linalg.norm(other))
    gap = float(np.linalg.norm(one - other))
    return 0.0 if gap == 0.0 else gap / max(size, 1e-30)


def _stale(c: Consumption, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    now = next((p["effective"] for p in parameters if p["key"] == c.key), None)
    return {"name": c.name, "place": str(c.event.place), "gap": _gap(c.gradient, now)}
