"""Runs the adjoints of a tape again with every launch's arguments as they were when it was recorded.

Where the result differs from the gradient that the script got, something that the adjoints read was overwritten, and
the restored gradient is the right one as far as the adjoints are. Each kernel's adjoint is also held, alone, against
differences of that kernel. Everything here runs in a forked process and may spoil its memory.
"""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from tapecheck.trace.events import Event, Use
from tapecheck.trace.ladder import climb
from tapecheck.trace.memory import Bytes, Span, host, is_float, read, set_values, span_of, values, view, write

Array = npt.NDArray[np.float64]
#: Launches whose adjoints are held against differences, for each kernel.
TESTS_PER_KERNEL = 2
#: Random directions for each of these tests.
DIRECTIONS = 3
_EPSILON = float(np.finfo(np.float32).eps)


def check(recorder: Any, record: Any, tape: Any, loss: Any, arrays: list[Any], events: list[Event]) -> Any:
    """Return plain data: gradients of the leaves run plainly and restored, and what the audits found."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return _Check(recorder, record, tape, loss, arrays, events).run()


class _Check:
    def __init__(
        self, recorder: Any, record: Any, tape: Any, loss: Any, arrays: list[Any], events: list[Event]
    ) -> None:
        import warp as wp

        self.recorder, self.record, self.tape, self.loss = recorder, record, tape, loss
        self.arrays = [array for array in arrays if span_of(array) is not None]
        self.by_position = {event.position: event for event in events}
        self.events = events
        self.entries = list(tape.launches)
        self.backward = getattr(wp.Tape.backward, "__wrapped__", wp.Tape.backward)
        self.launch = getattr(wp.launch, "__wrapped__", wp.launch)
        self.tested: dict[int, int] = {}
        self.kernels: list[dict[str, Any]] = []
        self.all_arrays = arrays

    def run(self) -> dict[str, Any]:
        now = {span: read(span) for array in self.arrays if (span := span_of(array)) is not None and host(span)}
        overwritten = self._overwritten()
        self._seed()
        for position in reversed(range(len(self.entries))):
            self._run(position)
        plain = self._leaves()
        changed = self._changed_by_backward(now)
        for span, bytes_ in now.items():
            write(span, bytes_)
        self._restore_members()
        self._seed()
        first_bad = None
        resets = self._resets()
        for position in reversed(range(len(self.entries))):
            event = self.by_position.get(position)
            while event is not None and resets and resets[-1].index > event.index:
                self._clear_gradients(resets.pop())
            if event is not None:
                self._restore(event)
            was_finite = first_bad is not None or self._finite(event)
            before = self._gradients(event) if self._wants_test(event) else None
            self._run(position)
            if first_bad is None and event is not None and was_finite and not self._finite(event):
                first_bad = self._describe_bad(event)
            elif before is not None and event is not None:
                self._test(event, before)
        return {
            "plain": plain,
            "restored": self._leaves(),
            "overwritten": overwritten,
            "changed": changed,
            "nonfinite": first_bad,
            "kernels": self.kernels,
        }

    # -- the backward pass, one entry at a time ---------------------------------------------------------------

    def _seed(self) -> None:
        for array in self.arrays:
            if array.grad is not None and (span := span_of(array.grad)) is not None:
                view(span)[:] = 0
        for position, seed in self.record.seeds.items():
            array = self.all_arrays[position]
            if array.grad is None:
                array.grad = sys.modules[type(array).__module__].warp.zeros_like(array, requires_grad=False)
            set_values(array.grad, seed)
        if self.loss is not None and self.loss.grad is not None:
            set_values(self.loss.grad, np.ones_like(values(self.loss)))

    def _run(self, position: int) -> None:
        self.tape.launches = [self.entries[position]]
        self.backward(self.tape)

    def _leaves(self) -> dict[int, Array]:
        return {key: values(leaf.grad) for key, leaf in self.record.leaves.items()}

    def _restore_members(self) -> None:
        for event in self.events:
            for struct, name, array in event.members:
                if getattr(struct, name) is not array:
                    setattr(struct, name, array)

    def _restore(self, event: Event) -> None:
        for use in event.uses:
            if use.after is not None and not use.read:
                write(use.span, use.after)
        for use in event.uses:
            if use.before is not None and (use.read or use.added):
                write(use.span, use.before)
        for struct, name, array in event.members:
            if getattr(struct, name) is not array:
                setattr(struct, name, array)

    def _resets(self) -> list[Event]:
        """Operations within the tape's span that give an array new contents and are not on the tape.

        What an array held before has no influence on what follows, so its gradient ends there.
        """
        assert self.recorder.iteration is not None
        if not self.events:
            return []
        first, last = self.events[0].index, self.events[-1].index
        return [
            event
            for event in self.recorder.iteration.events
            if first < event.index < last
            and event.position is None
            and event.kind in ("fill", "assign", "copy")
            and all(self.recorder.gradients.find(use.array) is None for use in event.uses)
        ]

    @staticmethod
    def _clear_gradients(event: Event) -> None:
        for use in event.uses:
            if use.written and use.array.grad is not None and (span := span_of(use.array.grad)) is not None:
                view(span)[:] = 0

    # -- what was overwritten ---------------------------------------------------------------------------------

    def _overwritten(self) -> list[dict[str, Any]]:
        """Every array that a launch read whose contents are different now."""
        found = []
        for event in self.events:
            for number, use in enumerate(event.uses):
                if not use.read or use.before is None:
                    continue
                recorded = use.before
                current = view(use.span)
                if np.array_equal(recorded, current):
                    continue
                width = max(1, len(recorded) // max(1, int(use.array.size)))
                differs = (recorded != current)[: len(recorded) // width * width].reshape(-1, width).any(axis=1)
                found.append(
                    {
                        "event": event.index,
                        "use": number,
                        "elements": int(differs.sum()),
                        "of": int(use.array.size),
                        "first": int(np.argmax(differs)),
                    }
                )
        return found

    def _changed_by_backward(self, now: dict[Span, Bytes]) -> list[dict[str, Any]]:
        found = []
        gradients = [span_of(a.grad) for a in self.arrays if a.grad is not None]
        for event in self.events:
            for number, use in enumerate(event.uses):
                then = now.get(use.span)
                if then is None or any(g is not None and g.overlaps(use.span) for g in gradients):
                    continue
                if not np.array_equal(then, view(use.span)):
                    found.append({"event": event.index, "use": number})
        return found

    # -- NaN and infinity -------------------------------------------------------------------------------------

    def _finite(self, event: Event | None) -> bool:
        if event is None:
            return True
        for use in event.uses:
            if use.array.grad is not None and is_float(use.array) and not np.isfinite(values(use.array.grad)).all():
                return False
        return True

    def _describe_bad(self, event: Event) -> dict[str, Any]:
        for use in event.uses:
            if use.array.grad is None or not is_float(use.array):
                continue
            gradient = values(use.array.grad)
            if not np.isfinite(gradient).all():
                element = tuple(int(i) for i in np.argwhere(~np.isfinite(gradient))[0])
                inputs = {}
                for other in event.uses:
                    if other.read and is_float(other.array):
                        contents = values(other.array)
                        if contents.ndim >= 1 and element[0] < contents.shape[0]:
                            inputs[other.label] = np.ravel(contents[element[0]])[:6].tolist()
                return {
                    "event": event.index,
                    "argument": use.label,
                    "element": list(element),
                    "count": int((~np.isfinite(gradient)).sum()),
                    "inputs": inputs,
                }
        return {"event": event.index, "argument": "", "element": [], "count": 0, "inputs": {}}

    # -- one kernel alone -------------------------------------------------------------------------------------

    def _wants_test(self, event: Event | None) -> bool:
        if event is None or event.kind != "launch" or event.kernel is None:
            return False
        return self.tested.get(id(event.kernel), 0) < TESTS_PER_KERNEL and not _disabled(event.kernel)

    def _gradients(self, event: Event | None) -> dict[Span, Array]:
        assert event is not None
        return {
            use.span: values(use.array.grad) for use in event.uses if use.array.grad is not None and is_float(use.array)
        }

    def _test(self, event: Event, before: dict[Span, Array]) -> None:
        groups = _groups(event)
        if groups is None:
            return
        weights = {span: before[span] for span in groups if groups[span].written and span in before}
        if not weights or not any(weight.any() for weight in weights.values()):
            return
        if not all(np.isfinite(array).all() for array in before.values()):
            return
        self.tested[id(event.kernel)] = self.tested.get(id(event.kernel), 0) + 1
        after = self._gradients(event)
        moved = {}
        for span, use in groups.items():
            if use.read and span in before:
                moved[span] = after[span] if use.written else after[span] - before[span]
        if not moved:
            return
        report = self._differences(event, groups, weights, moved)
        self._restore(event)
        if report is not None:
            self.kernels.append(report)

    def _differences(
        self, event: Event, groups: dict[Span, Use], weights: dict[Span, Array], moved: dict[Span, Array]
    ) -> dict[str, Any] | None:
        saved = {use.span: read(use.span) for use in event.uses}
        base = {span: values(groups[span].array) for span in moved}

        def phi(change: dict[Span, Array]) -> float:
            self._restore(event)
            for use in event.uses:
                if use.added and is_float(use.array):
                    view(use.span)[:] = 0
            for span, delta in change.items():
                set_values(groups[span].array, base[span] + delta)
            self._forward(event)
            return float(sum(np.sum(w * values(groups[span].array)) for span, w in weights.items()))

        phi({})
        noise = _EPSILON * float(sum(np.sum(np.abs(w * values(groups[span].array))) for span, w in weights.items()))
        random = np.random.default_rng(event.index)
        entries = []
        for label, spans in [("", list(moved)), *[(groups[span].label, [span]) for span in moved]]:
            for _ in range(DIRECTIONS):
                direction = {}
                for span in spans:
                    scale = np.maximum(np.abs(base[span]), 0.1 * max(_rms(base[span]), 1e-2))
                    direction[span] = random.choice((-1.0, 1.0), base[span].shape) * scale
                tape = float(sum(np.sum(moved[span] * v) for span, v in direction.items()))

                def along(step: float, direction: dict[Span, Array] = direction) -> float:
                    return phi({span: step * v for span, v in direction.items()})

                size = float(np.sqrt(sum(np.sum((moved[s] * direction[s]) ** 2) for s in direction)))
                estimate = climb(along, noise)
                entries.append(
                    {
                        "argument": label,
                        "tape": tape,
                        "value": estimate.value,
                        "error": estimate.error,
                        "size": size,
                        "sides": None if estimate.sides is None else list(estimate.sides),
                    }
                )
            if len(moved) == 1:
                break
        for span, contents in saved.items():
            write(span, contents)
        return {"event": event.index, "entries": entries}

    def _forward(self, event: Event) -> None:
        arguments = {k: v for k, v in event.arguments.items() if k not in ("adj_inputs", "adj_outputs", "adjoint")}
        arguments["record_tape"] = False
        self.launch(**arguments)


def _groups(event: Event) -> dict[Span, Use] | None:
    """Merge the arguments that are one memory; None where memories overlap without being the same."""
    groups: dict[Span, Use] = {}
    for use in event.uses:
        known = groups.get(use.span)
        if known is not None:
            groups[use.span] = Use(
                known.label,
                known.array,
                known.span,
                known.read or use.read,
                known.written or use.written,
                known.added and use.added,
                known.before if known.before is not None else use.before,
                known.after,
            )
            continue
        if any(use.span.overlaps(other) and (use.written or groups[other].written) for other in groups):
            return None
        groups[use.span] = use
    return groups


def _disabled(kernel: Any) -> bool:
    option = getattr(kernel, "options", {}).get("enable_backward")
    if option is None:
        option = getattr(getattr(kernel, "module", None), "options", {}).get("enable_backward", True)
    return option is False


def _rms(array: Array) -> float:
    return float(np.sqrt(np.mean(np.square(array)))) if array.size else 0.0
