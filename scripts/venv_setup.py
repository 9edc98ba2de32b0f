"""Makes the repository's virtual environment: standard library only, safe to run again after being broken off."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 10)


def ready_python(extra: str = "") -> str:
    """Return the interpreter of .venv with tapecheck installed, editable; ``extra`` as in pyproject.toml.

    What is installed is written down last, so that a run that was broken off is done again.
    """
    if sys.version_info < OLDEST:
        sys.exit(f"tapecheck needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}")
    try:
        return _ready(extra)
    except KeyboardInterrupt:
        sys.exit("broken off; run the same command again")


def _ready(extra: str) -> str:
    with _one_at_a_time():
        done = VENV / f"tapecheck-ready-{extra or 'run'}"
        if not (_python().exists() and done.is_file() and done.read_text() == _fingerprint()):
            _make()
            _install(extra)
            done.write_text(_fingerprint())
    return str(_python())


def run(*arguments: str) -> int:
    """Run a command of the virtual environment's Python where the user stands and return its exit status."""
    try:
        return subprocess.call([str(_python()), *arguments])
    except KeyboardInterrupt:
        return 130


def _python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _fingerprint() -> str:
    inputs = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "requirements.lock")]
    return hashlib.sha256(b"\0".join([*inputs, sys.version.encode(), str(ROOT).encode()])).hexdigest()


def _make() -> None:
    if _python().exists():
        with contextlib.suppress(OSError):
            asked = subprocess.run([str(_python()), "-m", "pip", "--version"], capture_output=True, check=False)
            if asked.returncode == 0:
                return
    if VENV.exists():
        shutil.rmtree(VENV)
    _say("making .venv")
    if subprocess.call([sys.executable, "-m", "venv", str(VENV)]) != 0:
        sys.exit("Python could not make a virtual environment; on Debian and Ubuntu: apt install python3-venv")


def _install(extra: str) -> None:
    _say("installing tapecheck" + (f" with its {extra} tools" if extra else ""))
    wanted = f"{ROOT}[{extra}]" if extra else str(ROOT)
    pinned = ["--constraint", str(ROOT / "requirements.lock")]
    pip = [str(_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pinned, "uv"]
    uv = [str(_python()), "-m", "uv", "pip", "install", "--quiet", "--python", str(_python()), *pinned]
    for command in (pip, [*uv, "--editable", wanted]):
        if subprocess.call(command, cwd=ROOT) != 0:
            sys.exit("installation failed, see above; is a package index reachable? Then run the same command again")


def _say(text: str) -> None:
    print(f"{text} ...", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Hold a lock while the environment is made, where the system has one: two runs may start at once."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (ROOT / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
