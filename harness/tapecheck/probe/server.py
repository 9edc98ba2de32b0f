"""The probe server: a long-lived process in a Warp environment that runs each cell in a child of its own.

Started as a script by the interpreter of the environment, with one JSON argument (see ``Settings``). Reads one
request per line from standard input, writes one result per line to the reply descriptor. The first compilation of
a process costs several times the next, so on the CPU the parent initialises Warp, compiles one module and forks
a child per cell. CUDA contexts do not survive a fork: there every child is a new interpreter.

The child reports through a file, so that whatever a program prints, closes or kills cannot be mistaken for a result.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

#: Seconds between looks at a running child: short at first, since a warm cell takes some milliseconds.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.05
#: How much of what a program printed is kept with a result that is not completed.
_TAIL = 2000
#: From linux/prctl.h.
_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Serve requests until standard input ends; with ``--cell`` run a single one and leave."""
    _import_package()
    _die_with_parent()
    settings = json.loads(sys.argv[1])
    if len(sys.argv) > 2:
        _start_warp(settings, warm=False)
        _run_child(json.loads(sys.argv[2]))
    if settings["fork"]:
        _start_warp(settings, warm=True)
    with os.fdopen(settings["reply"], "w") as reply:
        reply.write(json.dumps(_facts(settings)) + "\n")
        reply.flush()
        for line in sys.stdin:
            reply.write(json.dumps(_serve(json.loads(line), settings)) + "\n")
            reply.flush()


def _import_package() -> None:
    """Make ``tapecheck`` importable from the folder of this file, and nothing else that lies beside it.

    A search path would also offer the harness's own NumPy and Warp to this environment.
    """
    package = Path(__file__).resolve().parents[1]
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]
    spec = importlib.util.spec_from_file_location(
        "tapecheck", package / "__init__.py", submodule_search_locations=[str(package)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tapecheck"] = module
    spec.loader.exec_module(module)


def _start_warp(settings: dict[str, Any], *, warm: bool) -> None:
    import warp as wp

    wp.config.quiet = True
    wp.config.kernel_cache_dir = settings["kernels"]
    wp.init()
    # Loaded here so that no child has to do it again.
    import tapecheck.probe.cell  # noqa: F401

    if warm:
        from tapecheck.probe.warm import warm_up

        warm_up()


def _facts(settings: dict[str, Any]) -> dict[str, Any]:
    facts: dict[str, Any] = {"ready": True}
    if settings["fork"]:
        import warp as wp

        facts["warp"] = wp.__version__
    return facts


def _serve(request: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Run one cell in a child and return its result, or what became of the child."""
    with tempfile.TemporaryDirectory(prefix="tapecheck-", ignore_cleanup_errors=True) as folder:
        # The program's own folder holds nothing of the harness, and the name of the result cannot be guessed.
        (Path(folder) / "cell").mkdir()
        request = {**request, "folder": folder, "result": secrets.token_hex(16)}
        started = time.monotonic()
        child = _fork(request, settings["reply"]) if settings["fork"] else _spawn(request, settings)
        status = _wait(child, started + request["limit"])
        result = _result(Path(folder), request["result"], status, request["limit"])
        result.setdefault("seconds", time.monotonic() - started)
        return result


def _fork(request: dict[str, Any], reply: int) -> int:
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            _die_with_parent()
            # An open copy would keep the harness from seeing that the server has died.
            os.close(reply)
            _run_child(request)
        finally:
            os._exit(70)
    return child


def _die_with_parent() -> None:
    """Ask Linux to kill this child when the server dies; elsewhere the time limit has to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _spawn(request: dict[str, Any], settings: dict[str, Any]) -> int:
    command = [sys.executable, "-E", "-B", __file__, json.dumps(settings), json.dumps(request)]
    return subprocess.Popen(command, start_new_session=True).pid


def _run_child(request: dict[str, Any]) -> None:
    """Run the cell and leave the process; never returns."""
    from tapecheck.probe.cell import run_cell

    folder = Path(request["folder"])
    os.chdir(folder / "cell")
    output = os.open(folder / "output", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    result = run_cell(request)
    unfinished = folder / "unfinished"
    unfinished.write_text(json.dumps(result))
    unfinished.replace(folder / request["result"])
    # Not sys.exit: exit handlers of the program under test must not run in a copy of the server.
    os._exit(0)


def _wait(child: int, deadline: float) -> int | None:
    """Return the child's wait status, or None when the deadline passed; its whole session is then dead."""
    pause = _FIRST_PAUSE
    status = None
    while status is None and time.monotonic() < deadline:
        done, found = os.waitpid(child, os.WNOHANG)
        if done:
            status = found
            break
        time.sleep(pause)
        pause = min(2.0 * pause, _LONGEST_PAUSE)
    # Also after a normal end: a program may have left processes behind.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status


def _result(folder: Path, name: str, status: int | None, limit: float) -> dict[str, Any]:
    path = folder / name
    try:
        if status == 0 and path.is_file():
            result: dict[str, Any] = json.loads(path.read_text())
            return result
        printed = (folder / "output").read_bytes()[-_TAIL:].decode("utf-8", errors="replace")
    except (OSError, ValueError):
        printed = ""
    if status is None:
        outcome, reason = "timeout", f"still running after {limit:g} s"
    elif os.WIFSIGNALED(status):
        outcome, reason = "crashed", f"died on signal {os.WTERMSIG(status)} ({_signal_name(os.WTERMSIG(status))})"
    else:
        outcome, reason = "crashed", f"the process ended with status {os.WEXITSTATUS(status)} before it had reported"
    return {"outcome": outcome, "reason": reason, "signals": None, "printed": printed}


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


if __name__ == "__main__":
    main()
