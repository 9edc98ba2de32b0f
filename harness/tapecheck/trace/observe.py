"""``observe()``: watch what a block of code does with Warp, and report whether its gradients are right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tapecheck.trace.diagnosis import Diagnosis, diagnose
from tapecheck.trace.hooks import Hooks
from tapecheck.trace.measure import measure
from tapecheck.trace.recorder import Iteration, Options, Recorder


@dataclass
class Observation:
    """What was learnt; complete when the block has ended.

    Attributes:
        measurements: plain data, one entry for each iteration that was measured.
        tapes: tapes opened.
        backwards: backward passes.
        launches: kernel launches outside the backward pass.
        notes: what could not be done.
    """

    measurements: list[dict[str, Any]] = field(default_factory=list)
    tapes: int = 0
    backwards: int = 0
    launches: int = 0
    notes: list[str] = field(default_factory=list)
    warp: str = ""

    def data(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "warp": self.warp,
            "tapes": self.tapes,
            "backwards": self.backwards,
            "launches": self.launches,
            "notes": self.notes,
            "iterations": self.measurements,
        }

    @property
    def diagnosis(self) -> Diagnosis:
        """The verdict."""
        return diagnose(self.data())

    def __str__(self) -> str:
        from tapecheck.trace.report import as_text

        return as_text(self.diagnosis)


@contextmanager
def observe(options: Options | None = None) -> Iterator[Observation]:
    """Observe the block; every function of Warp that is replaced is put back at its end.

    Raises:
        ImportError: Warp is not installed.
    """
    import warp as wp

    observation = Observation(warp=str(wp.__version__))

    def finished(recorder: Recorder, iteration: Iteration) -> None:
        observation.measurements.append(measure(recorder, iteration))

    recorder = Recorder(options or Options(), finished)
    hooks = Hooks(recorder)
    hooks.install()
    try:
        yield observation
    except BaseException as error:
        if recorder.replay is not None:
            recorder.replay.finish(f"the script raised {type(error).__name__} in the replay: {error}")
        raise
    finally:
        if recorder.replay is not None:
            recorder.replay.finish("the script ended in the replay before the backward pass")
        hooks.remove()
        recorder.options.stop_after = None
        recorder.finish()
        observation.tapes, observation.backwards = recorder.tapes, recorder.backwards
        observation.launches, observation.notes = recorder.launches, recorder.notes
