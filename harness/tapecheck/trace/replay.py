"""Runs the script again from a moment in its past: a forked process waits there and forks once more for every replay.

A replay is the script itself, from an operation before the parameters are first read to the backward pass whose
objective is wanted, so it includes host code, random numbers and library calls. It ends without returning
to the interpreter. What it writes goes nowhere: its files are redirected before it takes a step.
"""

from __future__ import annotations

import builtins
import contextlib
import fcntl
import io
import os
import pickle
import select
import signal
import stat
import tempfile
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from tapecheck.trace.memory import Bytes

#: Replays that run at the same time.
JOBS = 2


@dataclass(frozen=True)
class Change:
    """Contents to put into memory before an operation.

    Attributes:
        event: number of the operation.
        use: which of its arrays tells where.
        offset: bytes from the start of that array's span to the first byte to write.
        contents: the bytes.
    """

    event: int
    use: int
    offset: int
    contents: Bytes


@dataclass(frozen=True)
class Request:
    """One replay: what to change, and how many backward passes to wait for.

    Attributes:
        changes: contents to change.
        until: number of the backward pass (counted from the start of the observation) that ends the replay.
        seeds: by backward pass, the incoming adjoints that the recorded run had, by position among its arrays.
    """

    changes: tuple[Change, ...]
    until: int
    seeds: dict[int, dict[int, Any]] = field(default_factory=dict)


def available() -> bool:
    """Whether this system can replay: it must be able to fork."""
    return hasattr(os, "fork")


class Checkpoint:
    """The script at one moment, ready to be continued any number of times."""

    def __init__(self, pid: int, requests: int, results: int) -> None:
        self.pid, self._requests, self._results = pid, requests, results

    def run(self, requests: Sequence[Request], limit: float) -> list[Any]:
        """Return the result of each replay: the list of objectives, or a text that says why there is none.

        Args:
            requests: what to change in each.
            limit: seconds for each.
        """
        try:
            _send(self._requests, (list(requests), limit))
            return list(_receive(self._results))
        except (OSError, EOFError):
            return ["the process that replays has ended"] * len(requests)

    def close(self) -> None:
        """End the waiting process."""
        for descriptor in (self._requests, self._results):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.waitpid(self.pid, 0)


def fork() -> int:
    """Fork; the warning that newer Pythons give about threads is silenced, since the child never returns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return os.fork()


def checkpoint() -> Checkpoint | Replay:
    """Return a checkpoint of this moment; in each replay the same call returns a ``Replay`` instead."""
    requests_out, requests_in = os.pipe()
    results_out, results_in = os.pipe()
    pid = fork()
    if pid:
        os.close(requests_out)
        os.close(results_in)
        return Checkpoint(pid, requests_in, results_out)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.close(requests_in)
    os.close(results_out)
    while True:
        try:
            requests, limit = _receive(requests_out)
        except (EOFError, OSError):
            os._exit(0)
        outcome = _serve(requests, limit)
        if isinstance(outcome, Replay):
            os.close(requests_out)
            os.close(results_in)
            return outcome
        try:
            _send(results_in, outcome)
        except OSError:
            os._exit(0)


def _serve(requests: Sequence[Request], limit: float) -> list[Any] | Replay:
    """Fork a replay for each request, at most ``JOBS`` at once; returns a ``Replay`` within each of them."""
    results: list[Any] = ["not run"] * len(requests)
    waiting = list(range(len(requests)))
    running: dict[int, tuple[int, int, float, bytearray]] = {}
    while waiting or running:
        while waiting and len(running) < JOBS:
            number = waiting.pop(0)
            out, into = os.pipe()
            pid = fork()
            if pid == 0:
                os.close(out)
                for descriptor in running:
                    os.close(descriptor)
                return Replay(requests[number], into)
            os.close(into)
            running[out] = (number, pid, time.monotonic() + limit, bytearray())
        ready, _, _ = select.select(list(running), [], [], 0.2)
        for descriptor in list(running):
            number, pid, deadline, buffer = running[descriptor]
            if descriptor in ready:
                piece = os.read(descriptor, 1 << 16)
                if piece:
                    buffer += piece
                    continue
                try:
                    results[number] = pickle.loads(bytes(buffer))
                except Exception:  # noqa: BLE001  the child died in between
                    results[number] = "the replay ended before it reached the backward pass"
            elif time.monotonic() > deadline:
                results[number] = f"the replay took more than {limit:.0f} s"
            else:
                continue
            del running[descriptor]
            os.close(descriptor)
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.waitpid(pid, 0)
    return results


class Replay:
    """The present process is a replay."""

    def __init__(self, request: Request, result: int) -> None:
        self.request = request
        self.objectives: list[float] = []
        self._result = _isolate(result)

    def finish(self, outcome: Any = None) -> NoReturn:
        """Report the objectives, or a text that says why there are none, and end the process."""
        try:
            _put(self._result, pickle.dumps(self.objectives if outcome is None else outcome))
        finally:
            os._exit(0)


def _isolate(keep: int) -> int:
    """Send everything that this process writes nowhere, except to ``keep``; return its descriptor.

    A file that is open for reading is opened again, since forked processes share the position in it.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for name in _descriptors():
        if name in (keep, nowhere):
            continue
        try:
            mode = os.fstat(name).st_mode
            reading = fcntl.fcntl(name, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
            if stat.S_ISREG(mode) and reading:
                again = os.open(f"/proc/self/fd/{name}", os.O_RDONLY)
                os.lseek(again, os.lseek(name, 0, os.SEEK_CUR), os.SEEK_SET)
                os.dup2(again, name)
            elif not stat.S_ISDIR(mode):
                os.dup2(nowhere, name)
        except OSError:
            continue
    _no_files()
    return keep


def _descriptors() -> list[int]:
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return [int(entry.name) for entry in Path(folder).iterdir() if entry.name.isdigit()]
        except OSError:
            continue
    return [0, 1, 2]


def _no_files() -> None:
    """Make opening a file for writing give a temporary one, and renaming or removing do nothing."""
    plain = io.open
    allowed = _kernel_cache()

    def opened(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if any(letter in mode for letter in "wax+") and not (allowed and str(file).startswith(allowed)):
            return tempfile.TemporaryFile(
                mode.replace("x", "w").replace("r", "w") if "+" not in mode else "w+b" if "b" in mode else "w+"
            )
        return plain(file, mode, *args, **kwargs)

    def guarded(original: Any) -> Any:
        def function(path: Any, *args: Any, **kwargs: Any) -> Any:
            return original(path, *args, **kwargs) if allowed and str(path).startswith(allowed) else None

        return function

    builtins.open = opened
    io.open = opened
    for name in ("remove", "unlink", "rename", "replace", "rmdir", "mkdir", "symlink", "link", "truncate"):
        if hasattr(os, name):
            setattr(os, name, guarded(getattr(os, name)))


def _kernel_cache() -> str:
    try:
        import warp as wp

        return str(wp.config.kernel_cache_dir or "")
    except Exception:  # noqa: BLE001  a script may have done anything to Warp
        return ""


def _send(descriptor: int, thing: Any) -> None:
    data = pickle.dumps(thing)
    _put(descriptor, len(data).to_bytes(8, "little") + data)


def _put(descriptor: int, data: bytes) -> None:
    sent = 0
    while sent < len(data):
        sent += os.write(descriptor, data[sent : sent + (1 << 20)])


def _receive(descriptor: int) -> Any:
    size = int.from_bytes(_exactly(descriptor, 8), "little")
    return pickle.loads(_exactly(descriptor, size))


def _exactly(descriptor: int, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        piece = os.read(descriptor, min(size - len(data), 1 << 20))
        if not piece:
            raise EOFError
        data += piece
    return bytes(data)


def in_child(work: Any, limit: float) -> Any:
    """Run ``work()`` in a forked process and return its result, or a text that says why there is none.

    Nothing that ``work`` changes is seen by the script. The result is pickled.
    """
    out, into = os.pipe()
    pid = fork()
    if pid == 0:
        code = 0
        try:
            os.close(out)
            _isolate(into)
            _put(into, pickle.dumps(work()))
        except BaseException as error:  # noqa: BLE001  nothing may escape into the script
            if os.environ.get("TAPECHECK_TRACEBACK"):
                import traceback

                error = type(error)(traceback.format_exc())
            with contextlib.suppress(BaseException):
                _put(into, pickle.dumps(f"{type(error).__name__}: {error}"))
            code = 1
        finally:
            os._exit(code)
    os.close(into)
    buffer = bytearray()
    deadline = time.monotonic() + limit
    try:
        while True:
            ready, _, _ = select.select([out], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return f"the check took more than {limit:.0f} s"
            piece = os.read(out, 1 << 20)
            if not piece:
                break
            buffer += piece
    finally:
        os.close(out)
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.waitpid(pid, 0)
    try:
        return pickle.loads(bytes(buffer))
    except Exception:  # noqa: BLE001  the child died before it had reported
        return "the check died: the backward pass or a kernel ended the process"
