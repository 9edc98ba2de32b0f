"""Audits of the log: what was written after it was read, and where the path from a parameter to the loss is cut.

Arrays are followed by memory: spans that overlap are one node, so views, struct members and aliases need no names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tapecheck.trace.events import Event, Use
from tapecheck.trace.memory import Span, is_float, scalar_type, span_of
from tapecheck.trace.recorder import Backward, Iteration, Recorder

#: Written arrays of one kernel, launched this often in a row, are looked at for convergence.
REPEATS = 4
#: A contraction that stops when a step still moves the state by more than this, relative to the state, is unconverged.
STOPPED_EARLY = 1e-3
#: A sequence that contracts more slowly than this is more likely a simulation than a solve.
SLOWEST = 0.9


def audit(recorder: Recorder, iteration: Iteration, owners: Sequence[Any]) -> dict[str, Any]:
    """Return what the log shows, as plain data."""
    graph = Graph(iteration, recorder)
    found: dict[str, Any] = {
        "overwritten": [],
        "changed": [],
        "kernels": [],
        "nonfinite": None,
        "severed": [],
        "carried_state": [],
        "retained": [],
        "duplicates": [],
        "after_loss": [],
        "copies": [],
        "solves": [],
        "flat": [],
        "grads_on_tape": [],
    }
    by_index = {event.index: event for event in iteration.events}
    for b in iteration.backwards:
        if isinstance(b.check, dict):
            found["overwritten"] += [_overwritten(o, by_index, b, iteration) for o in b.check["overwritten"]]
            found["changed"] += [_use(by_index[c["event"]], c["use"]) for c in b.check["changed"]]
            found["kernels"] += [_kernel(k, by_index, recorder) for k in b.check["kernels"]]
            if b.check["nonfinite"] and found["nonfinite"] is None:
                found["nonfinite"] = _nonfinite(b.check["nonfinite"], by_index, recorder)
        path = graph.path(b, owners)
        found["severed"] += path["severed"]
        found["carried_state"] += path["carried_state"]
        found["flat"] += path["flat"]
        on_tape = [
            e for e in iteration.events if e.tape == b.tape and e.position is not None and e.index < b.event.index
        ]
        found["retained"] += _retained(on_tape)
        found["duplicates"] += _duplicates(on_tape)
        found["after_loss"] += _after_loss(b, on_tape)
        found["copies"] += _copies(on_tape)
        found["solves"] += _solves(on_tape)
        found["grads_on_tape"] += [
            {"name": e.name, "place": str(e.place)}
            for e in on_tape
            if any(u.read and recorder.gradients.find(u.array) is not None for u in e.uses)
        ]
    for key in (
        "severed",
        "carried_state",
        "retained",
        "duplicates",
        "after_loss",
        "copies",
        "flat",
        "changed",
        "solves",
    ):
        found[key] = _unique(found[key])
    return found


def _unique(items: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    seen: dict[str, dict[str, Any]] = {}
    for item in items:
        seen.setdefault(repr(item), item)
    return list(seen.values())


def _use(event: Event, number: int) -> dict[str, Any]:
    return {"name": event.name, "argument": event.uses[number].label, "place": str(event.place), "kind": event.kind}


def _overwritten(o: dict[str, Any], by_index: dict[int, Event], b: Backward, iteration: Iteration) -> dict[str, Any]:
    reader = by_index[o["event"]]
    use = reader.uses[o["use"]]
    closed = max((e.index for e in iteration.events if e.kind == "close" and e.tape == b.tape), default=b.event.index)
    writers = [
        (event, other)
        for event in iteration.events
        if reader.index <= event.index < b.event.index
        for other in event.uses
        if other.written and other.span.overlaps(use.span) and not (other.before is not None and _equal(other))
    ]
    writer = writers[0] if writers else None
    return {
        "reader": _use(reader, o["use"]),
        "launch": reader.index,
        "writer": None if writer is None else {**_use_of(writer), "index": writer[0].index},
        "elements": o["elements"],
        "of": o["of"],
        "first": o["first"],
        "late": writer is not None and writer[0].index > closed,
        "host": writer is None or writer[0].kind == "assign",
        "taped": writer is not None and writer[0].tape == b.tape,
        "same_launch": writer is not None and writer[0] is reader,
        "alias": writer is not None and _root(writer[1].array) != _root(use.array),
        "member": "." in use.label,
        "copy": writer is not None and writer[0].kind == "copy",
    }


def _use_of(pair: tuple[Event, Use]) -> dict[str, Any]:
    event, use = pair
    return {"name": event.name, "argument": use.label, "place": str(event.place), "kind": event.kind}


def _equal(use: Use) -> bool:
    return use.before is not None and use.after is not None and bool(np.array_equal(use.before, use.after))


def _root(array: Any) -> int:
    while getattr(array, "_ref", None) is not None and hasattr(array._ref, "ptr"):
        array = array._ref
    return id(array)


def _features(event: Event, recorder: Recorder) -> dict[str, Any]:
    analysed = None if event.kernel is None else recorder.access(event.kernel)
    if analysed is None:
        return {}
    return {name: value for name, value in vars(analysed[1]).items() if value}


def _kernel(k: dict[str, Any], by_index: dict[int, Event], recorder: Recorder) -> dict[str, Any]:
    event = by_index[k["event"]]
    adj = getattr(event.kernel, "adj", None)
    file = str(getattr(adj, "filename", "")).rsplit("/", 1)[-1]
    return {
        "name": event.name,
        "place": str(event.place),
        "source": f"{file}:{getattr(adj, 'fun_lineno', '?')}",
        "entries": k["entries"],
        "features": _features(event, recorder),
    }


def _nonfinite(bad: dict[str, Any], by_index: dict[int, Event], recorder: Recorder) -> dict[str, Any]:
    event = by_index[bad["event"]]
    return {**bad, "name": event.name, "place": str(event.place), "features": _features(event, recorder)}


# -- the graph ----------------------------------------------------------------------------------------------------


class Graph:
    """Nodes are groups of overlapping spans; events read and write them."""

    def __init__(self, iteration: Iteration, recorder: Recorder) -> None:
        self.iteration, self.recorder = iteration, recorder
        spans = sorted({use.span for event in iteration.events for use in event.uses})
        self.node: dict[Span, int] = {}
        number, end, device = -1, -1, ""
        for span in spans:
            if span.device != device or span.lo >= end:
                number, end, device = number + 1, span.hi, span.device
            end = max(end, span.hi)
            self.node[span] = number
        self.spans = spans

    def node_of(self, array: Any) -> int | None:
        """Return the node of an array, or None where no operation used it."""
        span = span_of(array)
        return next((self.node[other] for other in self.spans if span is not None and other.overlaps(span)), None)

    def path(self, b: Backward, owners: Sequence[Any]) -> dict[str, list[dict[str, Any]]]:
        """Follow the parameters forward and the objective backward; return where the two meet without a tape."""
        events = [event for event in self.iteration.events if event.index < b.event.index]
        tainted = {node for owner in owners if (node := self.node_of(owner)) is not None}
        starts = set(tainted)
        carries: dict[int, bool] = {}
        host = False
        for event in events:
            reads = any(self.node[u.span] in tainted for u in event.uses if u.read or u.added)
            if event.kind == "read" and reads and not self._gradient(event):
                host = True
            carries[event.index] = reads or (host and event.kind in ("create", "assign"))
            for use in event.uses:
                if not use.written:
                    continue
                node = self.node[use.span]
                if carries[event.index]:
                    tainted.add(node)
                elif event.kind in ("fill", "assign", "create") and node not in starts:
                    tainted.discard(node)
        ends = {node for array in self._objective(b) if (node := self.node_of(array)) is not None}
        needed, contributing = set(ends), []
        for event in reversed(events):
            if event.kind in ("open", "close", "backward", "zero", "read"):
                continue
            if any(u.written and self.node[u.span] in needed for u in event.uses):
                contributing.append(event)
                needed |= {self.node[u.span] for u in event.uses if u.read}
        return self._cuts(b, list(reversed(contributing)), carries, needed, host)

    def _objective(self, b: Backward) -> list[Any]:
        if b.loss is not None:
            return [b.loss]
        from tapecheck.trace.memory import arrays_in

        last: list[Any] = []
        for event in self.iteration.events:
            if event.tape == b.tape and event.position is not None:
                last = [a for u in event.uses if u.written for _, a in arrays_in(u.array, "")]
        return last

    def _gradient(self, event: Event) -> bool:
        return any(self.recorder.gradients.find(use.array) is not None for use in event.uses)

    def _cuts(  # noqa: PLR0912  one kind of cut a branch
        self, b: Backward, events: list[Event], carries: dict[int, bool], needed: set[int], host: bool
    ) -> dict[str, list[dict[str, Any]]]:
        severed: list[dict[str, Any]] = []
        carried: list[dict[str, Any]] = []
        flat: list[dict[str, Any]] = []
        for event in events:
            written = [u for u in event.uses if u.written and self.node[u.span] in needed]
            base = {"name": event.name, "place": str(event.place), "kind": event.kind}
            if event.kind in ("create", "assign") and carries[event.index]:
                severed.append({**base, "why": "detached", "argument": written[0].label})
                continue
            if event.kind == "launch" and host and self._takes_numbers(event) and not carries[event.index]:
                severed.append({**base, "why": "number", "argument": ""})
            if not carries[event.index]:
                continue
            if event.kind == "launch" and event.tape == b.tape and _disabled(event):
                severed.append({**base, "why": "backward-disabled", "argument": written[0].label})
            elif event.kind == "launch" and event.kernel is not None:
                features = _features(event, self.recorder)
                for name, line in features.get("flat", {}).items():
                    flat.append({**base, "function": name, "line": line, "custom": features.get("surrogates", [])})
                if features.get("custom"):
                    flat.append({**base, "function": "custom", "line": 0, "custom": features["custom"]})
                if features.get("native"):
                    flat.append({**base, "function": "native", "line": 0, "custom": features["native"]})
            if event.kind in ("launch", "copy") and event.position is None:
                severed.append({**base, "why": "off-tape", "argument": written[0].label})
            elif event.tape is not None and event.tape != b.tape and event.position is not None:
                carried.append({**base, "argument": written[0].label})
            for use in event.uses:
                on = self.node[use.span] in needed
                if on and use.written and use.array.grad is None and is_float(use.array) and event.tape == b.tape:
                    severed.append(
                        {**base, "why": "no-gradient", "argument": use.label, "shape": list(use.array.shape)}
                    )
        return {"severed": severed, "carried_state": carried, "flat": flat}

    @staticmethod
    def _takes_numbers(event: Event) -> bool:
        arguments = [*(event.arguments.get("inputs") or ()), *(event.arguments.get("outputs") or ())]
        return any(isinstance(a, float | np.floating) for a in arguments)


def computed_from(iteration: Iteration, array: Any, owners: Sequence[Any]) -> bool:
    """Whether an operation wrote the array from another of ``owners``, directly or through others."""
    span = span_of(array)
    if span is None:
        return True
    tainted = [
        s for owner in owners if owner is not array and (s := span_of(owner)) is not None and not s.overlaps(span)
    ]
    first = iteration.backwards[0].event.index if iteration.backwards else 0
    for event in iteration.events:
        if event.index > first and event.kind == "launch" and event.position is None:
            continue
        if any(u.read and any(u.span.overlaps(s) for s in tainted) for u in event.uses):
            for use in event.uses:
                if use.written:
                    if use.span.overlaps(span):
                        return True
                    tainted.append(use.span)
    return False


# -- smaller audits -----------------------------------------------------------------------------------------------


def _disabled(event: Event) -> bool:
    option = getattr(event.kernel, "options", {}).get("enable_backward")
    if option is None:
        option = getattr(getattr(event.kernel, "module", None), "options", {}).get("enable_backward", True)
    return option is False


def _retained(events: list[Event]) -> list[dict[str, Any]]:
    writes: dict[Span, list[tuple[Event, Use]]] = {}
    for event in events:
        for use in event.uses:
            if use.written and not use.added and getattr(use.array, "retain_grad", False):
                writes.setdefault(use.span, []).append((event, use))
    return [
        {"array": pairs[0][1].label, "places": [str(e.place) for e, _ in pairs], "names": [e.name for e, _ in pairs]}
        for pairs in writes.values()
        if len(pairs) > 1
    ]


def _duplicates(events: list[Event]) -> list[dict[str, Any]]:
    found = []
    seen: dict[Any, Event] = {}
    for event in events:
        if event.kind != "launch" or not any(u.written for u in event.uses):
            continue
        key = (id(event.kernel), tuple(use.span for use in event.uses), _numbers(event))
        fresh = (
            all(_same_contents(u, v) for u, v in zip(event.uses, seen[key].uses, strict=True)) if key in seen else False
        )
        if fresh:
            found.append(
                {
                    "name": event.name,
                    "place": str(event.place),
                    "first": str(seen[key].place),
                    "added": any(u.added for u in event.uses),
                }
            )
        seen[key] = event
    return found


def _same_contents(one: Use, other: Use) -> bool:
    if not one.read:
        return True
    return one.before is not None and other.before is not None and bool(np.array_equal(one.before, other.before))


def _numbers(event: Event) -> str:
    arguments = [*(event.arguments.get("inputs") or ()), *(event.arguments.get("outputs") or ())]
    return repr([a for a in arguments if isinstance(a, int | float | bool | np.generic)])


def _after_loss(b: Backward, events: list[Event]) -> list[dict[str, Any]]:
    span = None if b.loss is None else span_of(b.loss)
    if span is None:
        return []
    last = max((e.index for e in events if any(u.written and u.span.overlaps(span) for u in e.uses)), default=None)
    if last is None:
        return []
    return [{"name": e.name, "place": str(e.place), "index": e.index} for e in events if e.index > last]


def _copies(events: list[Event]) -> list[dict[str, Any]]:
    """Recorded copies whose source is read again by a later operation of the tape."""
    found = []
    for event in events:
        if event.kind != "copy":
            continue
        sources = [use for use in event.uses if use.read]
        for later in events:
            if later.index > event.index and any(
                u.read and u.span.overlaps(s.span) for u in later.uses for s in sources
            ):
                found.append({"place": str(event.place), "reader": later.name, "reader_place": str(later.place)})
                break
    return found


def _solves(events: list[Event]) -> list[dict[str, Any]]:
    """Repeated launches of one kernel whose state still moves when they stop, though it contracts."""
    found = []
    groups: dict[tuple[int, str, int], list[Use]] = {}
    names: dict[tuple[int, str, int], Event] = {}
    for event in events:
        if event.kind != "launch":
            continue
        for use in event.uses:
            if use.written and not use.added and use.after is not None and is_float(use.array):
                key = (id(event.kernel), use.label, use.span.hi - use.span.lo)
                groups.setdefault(key, []).append(use)
                names[key] = event
    for key, uses in groups.items():
        if len(uses) < REPEATS:
            continue
        states = [
            np.frombuffer(u.after.tobytes(), dtype=scalar_type(u.array)).astype(float)
            for u in uses
            if u.after is not None
        ]
        steps = [float(np.linalg.norm(b - a)) for a, b in pairwise(states)]
        size = float(np.linalg.norm(states[-1]))
        if size == 0.0 or not all(np.isfinite(steps)) or min(steps[:-1]) == 0.0:
            continue
        ratios = [b / a for a, b in pairwise(steps)]
        rate = float(np.median(ratios[len(ratios) // 2 :]))
        if rate < SLOWEST and max(ratios) < 1.0 and steps[-1] > STOPPED_EARLY * size:
            event = names[key]
            found.append(
                {
                    "name": event.name,
                    "place": str(event.place),
                    "times": len(uses),
                    "rate": rate,
                    "left": steps[-1] * rate / (1.0 - rate) / size,
                }
            )
    return found
