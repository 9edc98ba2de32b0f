"""Runs batches on this machine: some threads, each with a probe server, one writer."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tapecheck.errors import SetupError
from tapecheck.plan import Batch, Cell
from tapecheck.run.probe_client import ProbeClient


@dataclass(frozen=True)
class Result:
    """The raw result of one cell, as the probe returned it: outcome, reason, signals, seconds."""

    cell: Cell
    raw: dict[str, Any]


def run_batches(batches: Sequence[Batch], jobs: int, limit: float) -> Iterator[Result]:
    """Yield results as they arrive; stops all servers when the caller is done or breaks off.

    An environment that does not start gives every one of its cells the outcome ``environment``.

    Args:
        batches: what to run, those of one environment side by side.
        jobs: number of probe servers at work at the same time.
        limit: seconds for one cell.
    """
    todo: queue.SimpleQueue[Batch] = queue.SimpleQueue()
    for batch in batches:
        todo.put(batch)
    results: queue.SimpleQueue[Result | BaseException | None] = queue.SimpleQueue()
    stopping = threading.Event()
    workers = [_Worker(number, todo, results.put, stopping, limit) for number in range(min(jobs, max(1, len(batches))))]
    for worker in workers:
        worker.start()
    running = len(workers)
    try:
        while running:
            result = results.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
                running -= 1
            else:
                yield result
    finally:
        stopping.set()
        while any(worker.is_alive() for worker in workers):
            for worker in workers:
                worker.break_off()
                worker.join(timeout=0.1)


class _Worker(threading.Thread):
    """Takes batches until none is left; keeps its server while the environment stays the same."""

    def __init__(
        self,
        number: int,
        todo: queue.SimpleQueue[Batch],
        report: Callable[[Result | BaseException | None], None],
        stopping: threading.Event,
        limit: float,
    ) -> None:
        super().__init__(name=f"probe-{number}", daemon=True)
        self._number = number
        self._todo = todo
        self._report = report
        self._stopping = stopping
        self._limit = limit
        self._client: ProbeClient | None = None

    def run(self) -> None:
        """Work until the queue is empty, then report None; an error of the harness itself is reported as such."""
        try:
            while not self._stopping.is_set():
                try:
                    batch = self._todo.get_nowait()
                except queue.Empty:
                    break
                self._run_batch(batch)
        except BaseException as error:  # noqa: BLE001  handed to the thread that can raise it
            self._report(error)
        finally:
            if self._client is not None:
                self._client.stop()
            self._report(None)

    def break_off(self) -> None:
        """Kill the server from another thread; a cell in flight is lost."""
        client = self._client
        if client is not None:
            client.kill()

    def _run_batch(self, batch: Batch) -> None:
        client = self._client
        device = batch.cells[0].device
        if client is None or client.environment != batch.environment or client.device != device:
            if client is not None:
                client.stop()
            client = self._client = ProbeClient(batch.environment, device, self._number)
        for cell in batch.cells:
            if self._stopping.is_set():
                return
            try:
                raw = client.ask(request_for(cell), self._limit)
            except SetupError as error:
                raw = {"outcome": "environment", "reason": str(error), "signals": None, "seconds": 0.0}
            if self._stopping.is_set():
                # The server was killed under the cell: that says nothing of the program.
                return
            self._report(Result(cell, raw))


def request_for(cell: Cell) -> dict[str, Any]:
    """Return what the probe needs to know of a cell."""
    return {
        "tool": cell.tool,
        "program": str(cell.program.path),
        "oracle": str(cell.program.oracle),
        "name": "tapecheck_" + cell.program.id.replace("/", "_").replace("-", "_"),
        "device": cell.device,
    }
