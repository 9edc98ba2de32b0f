"""Keeps the log of one observation, divides it into iterations and has each one measured.

An iteration runs from the first use of an array with a gradient to the moment at which a parameter whose gradient was
consumed changes (or another array takes its place). A replay of an iteration is this same recorder in a forked process,
where ``self.replay`` is set and nothing but the numbering of operations and the objectives matters.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tapecheck.trace import replay as replays
from tapecheck.trace.access import Access, Features, analyse
from tapecheck.trace.events import Event, Place, Use
from tapecheck.trace.gradients import Entry, Gradients, contents
from tapecheck.trace.memory import Bytes, Span, arrays_in, host, is_float, read, span_of, values, view, write

Array = npt.NDArray[np.float64]


@dataclass
class Options:
    """What to do.

    Attributes:
        iterations: iterations that are checked; later ones are only passed through.
        stop_after: end the script after this many iterations, or None.
        memory: bytes of recorded contents at most.
        seconds: time for the replays of one iteration.
        restored: whether to run the backward pass again with restored contents.
        differences: whether to replay.
        parameters: names or shapes; empty for all.
        stray: called with a line for the user when something could not be done.
    """

    iterations: int = 3
    stop_after: int | None = None
    memory: int = 4 << 30
    seconds: float = 60.0
    restored: bool = True
    differences: bool = True


@dataclass
class Backward:
    """One call of ``Tape.backward``.

    Attributes:
        number: counted from the start of the observation.
        event: the operation.
        entries: number of entries on the tape.
        objective: the loss, or the seeds times the seeded arrays.
        seeds: incoming adjoints, by position among the tape's arrays; empty where a loss was given.
        seeded: (label, array size, whether all ones) of each seeded array.
        carried: the seeds are another backward pass's gradients, so the objective belongs to that one.
        repeated: backward ran from the same loss before, and nothing has written it since.
        continues: number of the backward pass from the same loss whose terms are still in it, or None.
        before, after: gradients of the leaves by start address, as bytes.
        leaves: arrays with a gradient that this tape does not write, by start address of the gradient.
        check: what ``restored.check`` returned, or a text that says why there is nothing.
        end: number of the last event before the call.
    """

    number: int
    event: Event
    tape: int
    entries: int
    objective: float | None
    loss: Any
    seeds: dict[int, Array]
    seeded: list[tuple[str, int, bool]]
    carried: bool
    repeated: bool
    continues: int | None = None
    before: dict[int, Bytes] = field(default_factory=dict)
    after: dict[int, Bytes] = field(default_factory=dict)
    leaves: dict[int, Any] = field(default_factory=dict)
    check: Any = None


@dataclass
class Consumption:
    """A gradient that the script read after a backward pass.

    Attributes:
        owner: the array whose gradient it is.
        key: start address of the gradient.
        gradient: what was read, float64.
        parameter: bytes of the owner at that moment.
        backwards: how many backward passes the iteration had seen.
        zeroed: the operation that cleared it since the last backward pass, if one did.
    """

    event: Event
    owner: Any
    key: int
    gradient: Array
    parameter: Bytes
    backwards: int
    zeroed: Event | None = None
    name: str = ""


@dataclass
class Iteration:
    """One iteration of the script."""

    number: int
    events: list[Event] = field(default_factory=list)
    backwards: list[Backward] = field(default_factory=list)
    consumptions: list[Consumption] = field(default_factory=list)
    checkpoint: replays.Checkpoint | None = None
    scalars: list[tuple[float, Event]] = field(default_factory=list)
    stale: list[Consumption] = field(default_factory=list)
    truncated: bool = False


class StopScript(BaseException):
    """Raised in the script when the wanted number of iterations is done."""


def user_place() -> Place | None:
    """Return the innermost line on the stack that is neither Warp's, NumPy's nor this package's."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not _ours(file):
            return Place(file, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back  # type: ignore[assignment]
    return None


def name_of(array: Any) -> str:
    """Return the name by which the script's own frames know an array, or an empty text."""
    frame = sys._getframe(1)
    found = ""
    while frame is not None:
        file = frame.f_code.co_filename
        if not _ours(file):
            for name, value in [*frame.f_locals.items(), *frame.f_globals.items()]:
                found = _named(name, value, array)
                if found:
                    return found
        frame = frame.f_back  # type: ignore[assignment]
    return found


def _named(name: str, value: Any, array: Any) -> str:
    if value is array:
        return name
    if type(value) is dict and len(value) < 100:
        for key, inner in value.items():
            if inner is array:
                return key if isinstance(key, str) else f"{name}[{key!r}]"
    elif type(value) in (list, tuple) and len(value) < 100:
        for position, inner in enumerate(value):
            if inner is array:
                return f"{name}[{position}]"
    elif hasattr(value, "__dict__") and not isinstance(value, type(sys)) and len(vars(value)) < 100:
        for key, inner in list(vars(value).items()):
            if inner is array:
                return f"{name}.{key}"
    return ""


def _ours(file: str) -> bool:
    """Whether a file belongs to Warp, NumPy, the standard library's helpers or this package."""
    return file.startswith("<") or file.endswith("contextlib.py") or file.startswith(_folders())


@functools.lru_cache(maxsize=1)
def _folders() -> tuple[str, ...]:
    import warp

    own = (__file__, warp.__file__, np.__file__)
    return tuple(str(Path(str(file)).absolute().parent) + os.sep for file in own)


class Recorder:
    """The observer; see ``hooks.Observer``."""

    def __init__(self, options: Options, measure: Callable[[Recorder, Iteration], None]) -> None:
        self.options = options
        self.measure = measure
        self.gradients = Gradients()
        self.replay: replays.Replay | None = None
        self.depth = 0
        self.index = -1
        self.backwards = 0
        self.launches = 0
        self.tapes = 0
        self.iterations_done = 0
        self.iteration: Iteration | None = None
        self.notes: list[str] = []
        self.cleared: dict[int, Event] = {}
        self.pid = os.getpid()
        self._tape: Any = None
        self._access: dict[int, tuple[Any, tuple[dict[str, Access], Features] | None]] = {}
        self._history: dict[Span, Bytes] = {}
        self._held = 0
        self._new_leaf = False
        self.original_backward: Any = None
        self._produced: dict[int, tuple[int, Bytes]] = {}
        self._taken: dict[int, int] = {}
        self._stale: list[Consumption] = []

    # -- operations -------------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Whether nothing is looked at any more."""
        return self.replay is None and self.iterations_done >= self.options.iterations

    @contextmanager
    def _inside(self) -> Iterator[None]:
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def launch(self, call: Callable[[], Any], bound: dict[str, Any]) -> Any:
        """A kernel launch."""
        if self.depth or bound.get("adjoint") or bound.get("record_cmd") or self.idle:
            return self._through(call)
        self.launches += 1
        kernel = bound["kernel"]
        uses, members = self._uses(kernel, bound)
        event = self._begin("launch", str(getattr(kernel, "key", kernel)), uses)
        event.kernel, event.members = kernel, members
        event.arguments = bound
        return self._perform(call, event, recorded=bool(bound.get("record_tape", True)))

    def copy(self, call: Callable[[], Any], dest: Any, src: Any) -> Any:
        """A copy, also within clone and assign."""
        if self.depth or self.idle:
            return self._through(call)
        uses = [*self._plain("dest", dest, written=True), *self._plain("src", src, read=True)]
        return self._perform(call, self._begin("copy", "copy", uses), recorded=True)

    def fill(self, call: Callable[[], Any], array: Any, name: str) -> Any:
        """``zero_`` or ``fill_``."""
        if self.depth or self.idle:
            return self._through(call)
        return self._perform(call, self._begin("fill", name, self._plain("array", array, written=True)))

    def assign(self, call: Callable[[], Any], array: Any, source: Any) -> Any:
        """``assign``; from a Warp array it is a copy."""
        if (
            self.depth
            or self.idle
            or (
                hasattr(source, "ptr")
                and hasattr(source, "dtype")
                and source.dtype is not None
                and not isinstance(source, np.ndarray)
            )
        ):
            return call() if not self.depth else self._through(call)
        return self._perform(call, self._begin("assign", "assign", self._plain("array", array, written=True)))

    def read(self, call: Callable[[], Any], array: Any, name: str) -> Any:
        """A read by the host."""
        if self.depth or self.idle:
            return self._through(call)
        event = self._begin("read", name, self._plain("array", array, read=True))
        result = self._perform(call, event)
        self._scalar(array, event)
        return result

    def create(self, call: Callable[[], Any], array: Any, data: Any) -> Any:
        """An array made; only those made from host data are operations."""
        if self.depth or self.idle or data is None:
            return self._through(call)
        with self._inside():
            result = call()
        event = self._begin("create", "array", self._plain("array", array, written=True))
        self._end(event)
        return result

    def gradient_made(self, array: Any) -> None:
        """An array got a gradient."""
        self.gradients.add(array)

    def enter(self, call: Callable[[], Any], tape: Any) -> Any:
        """``with tape``."""
        if self.depth or self.idle:
            return self._through(call)
        event = self._begin("open", "tape", [])
        event.tape = id(tape)
        self.tapes += 1
        result = self._through(call)
        self._tape = tape
        return result

    def leave(self, call: Callable[[], Any], tape: Any) -> Any:
        """The end of ``with tape``."""
        result = self._through(call)
        self._tape = None
        if not (self.depth or self.idle):
            event = self._begin("close", "tape", [])
            event.tape = id(tape)
        return result

    def zero(self, call: Callable[[], Any], tape: Any, name: str) -> Any:
        """``Tape.zero`` or ``Tape.reset``."""
        if self.depth or self.idle:
            return self._through(call)
        event = self._begin("zero", f"tape.{name}", [])
        event.tape = id(tape)
        for array in list(tape.gradients):
            entry = None if not hasattr(array, "grad") or array.grad is None else self.gradients.find(array.grad)
            if entry is not None:
                self.cleared[entry.span.lo] = event
        return self._through(call)

    def backward(self, call: Callable[[], Any], tape: Any, loss: Any, grads: Any) -> Any:
        """``Tape.backward``."""
        if self.depth or self.idle:
            return self._through(call)
        event = self._begin("backward", "backward", [])
        event.tape = id(tape)
        self.backwards += 1
        number = self.backwards
        with self._inside():
            arrays = tape_arrays(tape, loss, grads)
            for array in arrays:
                if array.grad is not None:
                    self.gradients.add(array)
            if self.replay is not None:
                self._replayed(number, arrays, loss)
                return call()
            iteration = self.iteration
            if iteration is None:
                return call()
            record = self._backward(number, event, tape, loss, grads, arrays)
            iteration.backwards.append(record)
            if self.options.restored:
                self._check(record, tape, loss, arrays)
            result = call()
            for key, leaf in record.leaves.items():
                record.after[key] = read(span_of(leaf.grad))  # type: ignore[arg-type]
            for array in arrays:
                entry = None if array.grad is None else self.gradients.find(array.grad)
                if entry is not None:
                    entry.left = contents(entry)
                    self.cleared.pop(entry.span.lo, None)
                    if entry.span.lo in record.leaves and (span := span_of(array)) is not None:
                        self._produced[entry.span.lo] = (number, read(span))
        return result

    # -- the log ----------------------------------------------------------------------------------------------

    def _through(self, call: Callable[[], Any]) -> Any:
        with self._inside():
            return call()

    def _begin(self, kind: str, name: str, uses: list[Use]) -> Event:
        self.index += 1
        event = Event(self.index, kind, name, user_place() if self.replay is None else None, uses)
        if self.replay is not None:
            self._change(event)
            return event
        with self._inside():
            self._boundary(event)
            if self.iteration is None and self._starts(event):
                self._start()
                if self.replay is not None:  # the same call returned in a replay
                    self._change(event)
                    return event
            if self.iteration is not None:
                self.iteration.events.append(event)
                for use in uses:
                    if use.read or use.added or not use.known:
                        use.before = self._snapshot(use.span)
            self._consume(event)
        return event

    def _perform(self, call: Callable[[], Any], event: Event, recorded: bool = False) -> Any:
        tape = self._tape if recorded else None
        length = len(tape.launches) if tape is not None else 0
        with self._inside():
            result = call()
        if tape is not None and len(tape.launches) > length:
            event.tape, event.position = id(tape), length
            self._tell_caller(tape.launches[-1], event)
        self._end(event)
        return result

    @staticmethod
    def _tell_caller(entry: Any, event: Event) -> None:
        """Warp notes the line that called ``launch``; without this it would note the hook's."""
        if isinstance(entry, list) and entry and isinstance(entry[-1], dict) and "caller" in entry[-1] and event.place:
            place = event.place
            entry[-1]["caller"] = {"file": place.file, "lineno": place.line, "func": place.function}

    def _end(self, event: Event) -> None:
        if self.replay is not None or self.iteration is None:
            return
        with self._inside():
            for use in event.uses:
                if not use.written and use.known:
                    continue
                use.after = self._snapshot(use.span)
                if not use.known:
                    use.written = use.before is not use.after and not _same(use.before, use.after)
                entry = self.gradients.find(use.array) if use.written else None
                if entry is not None:
                    self.cleared[entry.span.lo] = event
            self._parameter_written(event)

    def _snapshot(self, span: Span) -> Bytes | None:
        if not host(span):
            return None
        last = self._history.get(span)
        if last is not None and np.array_equal(last, view(span)):
            return last
        size = span.hi - span.lo
        if self._held + size > self.options.memory:
            if self.iteration is not None and not self.iteration.truncated:
                self.iteration.truncated = True
                self.notes.append("contents were not kept beyond --max-memory: overwrites may be missed")
            return None
        self._held += size
        self._history[span] = read(span)
        return self._history[span]

    def _plain(self, label: str, array: Any, read: bool = False, written: bool = False) -> list[Use]:
        uses = []
        for path, found in arrays_in(array, label):
            span = span_of(found)
            if span is not None:
                uses.append(Use(path, found, span, read, written))
        return uses

    def access(self, kernel: Any) -> tuple[dict[str, Access], Features] | None:
        """Return what a kernel reads and writes, from its source; remembered by kernel."""
        known = self._access.get(id(kernel))
        if known is None:
            known = self._access[id(kernel)] = (kernel, analyse(kernel))
        return known[1]

    def _uses(self, kernel: Any, bound: dict[str, Any]) -> tuple[list[Use], list[tuple[Any, str, Any]]]:
        analysed = self.access(kernel)
        arguments = [*(bound.get("inputs") or ()), *(bound.get("outputs") or ())]
        labels = [getattr(argument, "label", f"argument {i}") for i, argument in enumerate(kernel.adj.args)]
        uses: list[Use] = []
        members: list[tuple[Any, str, Any]] = []
        for label, argument in zip(labels, arguments, strict=False):
            for path, array in arrays_in(argument, label):
                span = span_of(array)
                if span is None:
                    continue
                if analysed is None:
                    uses.append(Use(path, array, span, True, False, known=False))
                else:
                    found = analysed[0].get(path, Access())
                    added = found.add and not found.write
                    uses.append(Use(path, array, span, found.read, found.written, added))
            members.extend(_members(argument))
        return uses, members

    # -- iterations -------------------------------------------------------------------------------------------

    def _starts(self, event: Event) -> bool:
        if event.kind == "open":
            return True
        return event.kind in ("launch", "read", "copy") and any(
            use.read and getattr(use.array, "grad", None) is not None for use in event.uses
        )

    def _start(self) -> None:
        self.iteration = Iteration(self.iterations_done + 1)
        self._history.clear()
        self._held = 0
        if self.options.differences and replays.available() and all(host(s) for s in self._device_spans()):
            found = replays.checkpoint()
            if isinstance(found, replays.Replay):
                self.replay = found
                self.iteration = None
            else:
                self.iteration.checkpoint = found

    def _device_spans(self) -> list[Span]:
        return [entry.span for entry in self.gradients.alive()]

    def _consume(self, event: Event) -> None:
        """Note the reads of gradients in an event that is about to happen."""
        iteration = self.iteration
        if event.kind not in ("read", "launch", "copy"):
            return
        for use in event.uses:
            if not use.read and use.known:
                continue
            entry = self.gradients.find(use.array)
            owner = None if entry is None else entry.array()
            if entry is None or owner is None or not is_float(owner):
                continue
            span = span_of(owner)
            if span is None or not host(span):
                continue
            key, parameter = entry.span.lo, read(span)
            done = len(iteration.backwards) if iteration is not None else 0
            zeroed = self.cleared.get(key) if done else None
            consumption = Consumption(event, owner, key, values(owner.grad), parameter, done, zeroed, name_of(owner))
            number, used = self._produced.get(key, (0, parameter))
            unused = not done and number > self._taken.get(key, 0) and not _same(used, parameter)
            if unused and _same(entry.left, contents(entry)):
                self._stale.append(consumption)
            self._taken[key] = number
            if iteration is not None:
                iteration.consumptions.append(consumption)

    def _boundary(self, event: Event) -> None:
        """End the iteration before an event that belongs to the next one."""
        iteration = self.iteration
        if iteration is None or not iteration.consumptions or event.kind not in ("open", "launch", "create"):
            return
        for consumption in iteration.consumptions:
            span = span_of(consumption.owner)
            if span is not None and consumption.backwards and not np.array_equal(view(span), consumption.parameter):
                self.finish()
                return

    def _parameter_written(self, event: Event) -> None:
        """End the iteration where a parameter whose gradient was consumed has been written, or was born again."""
        iteration = self.iteration
        if iteration is None or not iteration.backwards:
            return
        written = [use for use in event.uses if use.written]
        if not written:
            return
        for consumption in iteration.consumptions:
            span = span_of(consumption.owner)
            if span is None or not consumption.backwards:
                continue
            same = any(use.span.overlaps(span) for use in written)
            reborn = event.kind == "create" and any(
                getattr(use.array, "requires_grad", False)
                and use.array.shape == consumption.owner.shape
                and use.array.dtype == consumption.owner.dtype
                for use in written
            )
            if (same and not np.array_equal(view(span), consumption.parameter)) or reborn:
                self.finish()
                return

    def finish(self) -> None:
        """End the current iteration and have it measured."""
        iteration, self.iteration = self.iteration, None
        if iteration is None or self.replay is not None:
            return
        with self._inside():
            try:
                if iteration.backwards:
                    self.iterations_done += 1
                    iteration.stale, self._stale = self._stale, []
                    self.measure(self, iteration)
            finally:
                if iteration.checkpoint is not None:
                    iteration.checkpoint.close()
        if self.options.stop_after is not None and self.iterations_done >= self.options.stop_after:
            raise StopScript

    # -- backward ---------------------------------------------------------------------------------------------

    def _backward(self, number: int, event: Event, tape: Any, loss: Any, grads: Any, arrays: list[Any]) -> Backward:
        assert self.iteration is not None
        written = self._written_on(tape)
        record = Backward(number, event, id(tape), len(tape.launches), None, loss, {}, [], False, False)
        for array in arrays:
            entry = None if array.grad is None else self.gradients.find(array.grad)
            span = span_of(array)
            if entry is None or span is None or not host(span) or not is_float(array):
                continue
            if not any(span.overlaps(other) for other in written) and entry.array() is array:
                record.leaves[entry.span.lo] = array
                record.before[entry.span.lo] = contents(entry)
        if loss is not None:
            span = span_of(loss)
            if span is not None and host(span) and is_float(loss) and loss.size == 1:
                record.objective = float(np.ravel(values(loss))[0])
        self._seeds(record, grads, arrays)
        for other in self.iteration.backwards:
            if loss is None or other.loss is not loss:
                continue
            span = span_of(loss)
            writes = [
                use.added
                for e in self.iteration.events
                if e.index > other.event.index
                for use in e.uses
                if use.written and span is not None and use.span.overlaps(span)
            ]
            record.repeated |= not writes
            record.continues = other.number if all(writes) else record.continues
        return record

    def _written_on(self, tape: Any) -> list[Span]:
        assert self.iteration is not None
        return [
            use.span
            for event in self.iteration.events
            if event.tape == id(tape) and event.position is not None
            for use in event.uses
            if use.written
        ]

    def _seeds(self, record: Backward, grads: Any, arrays: list[Any]) -> None:
        """Find the incoming adjoints that the script supplied, and whether they are another pass's gradients."""
        total, found = 0.0, False
        for position, array in enumerate(arrays):
            seed = None
            if grads and any(array is key for key in grads):
                given = next(value for key, value in grads.items() if key is array)
                span = span_of(given)
                if span is None or not host(span) or not is_float(array):
                    continue
                seed = values(given)
                record.carried |= self._carried(given)
            elif array.grad is not None and array is not record.loss and is_float(array):
                entry = self.gradients.find(array.grad)
                span = span_of(array)
                if entry is None or span is None or not host(span) or entry.span.lo in record.leaves:
                    continue
                now = contents(entry)
                if now.any() and not _same(entry.left, now):
                    seed = values(array.grad)
                    record.carried |= self._carried(array.grad)
            if seed is None or not seed.any():
                continue
            record.seeds[position] = seed
            record.seeded.append(
                (f"{array.dtype.__name__} array {array.shape}", int(seed.size), bool((seed == 1.0).all()))
            )
            total += float(np.sum(seed * values(array)))
            found = True
        if found:
            record.objective = total + (record.objective or 0.0)

    def _carried(self, seed: Any) -> bool:
        """Whether a seed is a gradient that another backward pass made, or was copied or computed from one."""
        assert self.iteration is not None
        span = span_of(seed)
        if span is None:
            return False
        for entry in self.gradients.alive():
            if entry.left is None or entry.span.hi - entry.span.lo != span.hi - span.lo:
                continue
            if entry.span == span and not np.array_equal(entry.left, view(span)):
                continue
            if entry.left.any() and np.array_equal(entry.left, view(span)):
                return True
        for event in reversed(self.iteration.events):
            if event.kind in ("copy", "launch") and any(u.written and u.span.overlaps(span) for u in event.uses):
                return any(u.read and self.gradients.find(u.array) is not None for u in event.uses)
        return False

    def _check(self, record: Backward, tape: Any, loss: Any, arrays: list[Any]) -> None:
        from tapecheck.trace.restored import check

        assert self.iteration is not None
        if not replays.available() or not all(host(span) for a in arrays if (span := span_of(a)) is not None):
            record.check = "the arrays are not in host memory"
            return
        events = [e for e in self.iteration.events if e.tape == id(tape) and e.position is not None]

        def work() -> Any:
            self.depth += 100
            return check(self, record, tape, loss, arrays, events)

        record.check = replays.in_child(work, limit=max(30.0, self.options.seconds))

    # -- replays ----------------------------------------------------------------------------------------------

    def _change(self, event: Event) -> None:
        assert self.replay is not None
        for change in self.replay.request.changes:
            if change.event == event.index:
                if change.use >= len(event.uses):
                    self.replay.finish("the script took another path in the replay")
                lo = event.uses[change.use].span.lo + change.offset
                write(Span(lo, lo + len(change.contents), "cpu"), change.contents)

    def _replayed(self, number: int, arrays: list[Any], loss: Any) -> None:
        assert self.replay is not None
        seeds = self.replay.request.seeds.get(number, {})
        total = 0.0
        if loss is not None and is_float(loss) and loss.size == 1:
            total += float(np.ravel(values(loss))[0])
        for position, seed in seeds.items():
            if position >= len(arrays):
                self.replay.finish("the script took another path in the replay")
            total += float(np.sum(seed * values(arrays[position])))
        self.replay.objectives.append(total)
        if number >= self.replay.request.until:
            self.replay.finish()

    # -- odds and ends ----------------------------------------------------------------------------------------

    def _scalar(self, array: Any, event: Event) -> None:
        if self.iteration is None or self.replay is not None or not is_float(array) or array.size != 1:
            return
        span = span_of(array)
        if span is not None and host(span) and self.gradients.find(array) is None:
            found = np.ravel(values(array))
            if found.size == 1:
                self.iteration.scalars.append((float(found[0]), event))


def tape_arrays(tape: Any, loss: Any, grads: Any) -> list[Any]:
    """Return the arrays that a tape's entries use, each once, in an order that a replay repeats."""
    found: dict[int, Any] = {}
    for entry in tape.launches:
        if callable(entry):
            continue
        for argument in [*entry[3], *entry[4]]:
            for _, array in arrays_in(argument, ""):
                found.setdefault(id(array), array)
    for array in [*list(tape.gradients), *(list(grads) if grads else []), *([loss] if loss is not None else [])]:
        for _, inner in arrays_in(array, ""):
            found.setdefault(id(inner), inner)
    return list(found.values())


def _members(argument: Any) -> list[tuple[Any, str, Any]]:
    """Return (struct, attribute, array) for the array members of a struct argument at any depth."""
    if not (hasattr(argument, "_cls") and hasattr(argument._cls, "vars")):
        return []
    found: list[tuple[Any, str, Any]] = []
    for name in argument._cls.vars:
        member = getattr(argument, name, None)
        if member is not None and hasattr(member, "ptr"):
            found.append((argument, name, member))
        elif member is not None:
            found.extend(_members(member))
    return found


def _same(one: Bytes | None, other: Bytes | None) -> bool:
    return one is not None and other is not None and bool(np.array_equal(one, other))


__all__ = ["Backward", "Consumption", "Entry", "Iteration", "Options", "Recorder", "StopScript"]
