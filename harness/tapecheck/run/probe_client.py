"""One probe server as the harness sees it: start, ask, restart."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from packaging.version import Version

from tapecheck import probe
from tapecheck.environments import Environment, cache_root
from tapecheck.errors import SetupError

#: Importing Warp and compiling one module takes 3 s on a slow machine; GPUs can take much longer.
START_LIMIT = 180.0
#: The server kills a child at the cell's limit; when it says nothing for this long after, it is dead itself.
GRACE = 20.0
#: From this release on two processes may share one kernel cache: the build moves finished folders into place.
SHARED_CACHE = Version("1.2.0")


class ProbeClient:
    """Talks to one probe server of an environment; starts it when first asked, again after it died."""

    def __init__(self, environment: Environment, device: str, worker: int) -> None:
        """Remember where to start the server; ``worker`` tells apart servers of the same environment."""
        self.environment = environment
        self.device = device
        self._own_cache = Version(environment.warp).release < SHARED_CACHE.release
        suffix = f"worker{worker}-{os.getpid()}" if self._own_cache else "shared"
        self.kernels = cache_root() / "kernels" / f"{environment.label}-{suffix}"
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._reply: IO[bytes] | None = None
        self._failure: SetupError | None = None

    def ask(self, request: dict[str, Any], limit: float) -> dict[str, Any]:
        """Run one cell and return its raw result.

        Raises:
            SetupError: the server cannot be started in this environment.
        """
        self._start()
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({**request, "limit": limit}).encode() + b"\n")
            self._process.stdin.flush()
            result = self._read(limit + GRACE)
        except BrokenPipeError:
            result = None
        if result is None:
            status = self.stop()
            result = {"outcome": "crashed", "reason": f"the probe server died ({status})", "signals": None}
        if self._own_cache and result["outcome"] in ("crashed", "timeout"):
            # These releases write the cache in place: a child that died may have left half a module there.
            self.stop()
            shutil.rmtree(self.kernels, ignore_errors=True)
        return result

    def stop(self) -> str:
        """End the server and all its children; say how it ended."""
        if self._process is None:
            return "was not running"
        process, self._process = self._process, None
        early = process.poll()
        _kill(process)
        process.wait()
        for stream in (process.stdin, self._reply):
            # Closing flushes, and what is left to flush has no reader any more.
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        self._reply = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        if self._own_cache:
            shutil.rmtree(self.kernels, ignore_errors=True)
        return "it did not answer" if early is None else f"status {early}"

    def kill(self) -> None:
        """Kill the server without waiting; for another thread than the one that asks."""
        process = self._process
        if process is not None:
            _kill(process)

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        if self._failure is not None:
            raise self._failure
        self.stop()
        try:
            self._launch()
        except OSError as error:
            self._failure = SetupError(
                f"Warp {self.environment.label} cannot be started: {error}; mend that and run again"
            )
            raise self._failure from error
        self._await_ready()

    def _launch(self) -> None:
        self.kernels.mkdir(parents=True, exist_ok=True)
        # Headers that Warp precompiles and folders of cells go here, and go away with the server.
        self._folder = tempfile.TemporaryDirectory(prefix="tapecheck-", ignore_cleanup_errors=True)
        reading, writing = os.pipe()
        settings = {"kernels": str(self.kernels), "fork": self.device == "cpu", "reply": writing}
        server = Path(probe.__file__).parent / "server.py"
        self._log = Path(self._folder.name) / "server.log"
        with self._log.open("wb") as errors:
            self._process = subprocess.Popen(
                # -E: a PYTHONPATH of the user's could put another Warp in the place of this one.
                [str(self.environment.python), "-E", "-B", str(server), json.dumps(settings)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                pass_fds=(writing,),
                start_new_session=True,
                env={**os.environ, "TMPDIR": self._folder.name},
            )
        os.close(writing)
        self._reply = os.fdopen(reading, "rb", buffering=0)

    def _await_ready(self) -> None:
        if self._read(START_LIMIT) is None:
            lines = [line for line in self._log.read_text(errors="replace").splitlines() if line.strip()]
            status = self.stop()
            said = f": {lines[-1].strip()}" if lines else ""
            text = f"Warp {self.environment.label} does not start ({status}){said}"
            self._failure = SetupError(f"{text}; try `tapecheck env remove {self.environment.label}` and run again")
            raise self._failure

    def _read(self, limit: float) -> dict[str, Any] | None:
        """Return the next line of the server, or None when it died or said nothing for ``limit`` seconds."""
        assert self._reply is not None
        deadline = time.monotonic() + limit
        data = b""
        while not data.endswith(b"\n"):
            ready, _, _ = select.select([self._reply], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                return None
            part = os.read(self._reply.fileno(), 1 << 20)
            if not part:
                return None
            data += part
        found: dict[str, Any] = json.loads(data)
        return found


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
