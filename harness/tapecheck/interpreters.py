"""Asks a Python interpreter that the user names which Warp it has."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

_QUERY_SECONDS = 120.0
_QUERY = """
import json, os, sys
sys.path[:] = [entry for entry in sys.path if entry]
facts = {"python_version": "%d.%d" % sys.version_info[:2]}
try:
    import numpy, warp
    facts.update(numpy=numpy.__version__, warp=warp.config.version, folder=os.path.dirname(warp.__file__))
except Exception as error:
    facts["error"] = " ".join((type(error).__name__ + ": " + str(error)).split())
    facts["missing"] = getattr(error, "name", None) if isinstance(error, ModuleNotFoundError) else None
    if "warp" in sys.modules and not hasattr(sys.modules["warp"], "config"):
        facts["missing"] = "warp"
print()
print(json.dumps(facts))
"""


class UnusableError(Exception):
    """An interpreter cannot be used; the text names it, and says why and what to do."""


def ask(python: Path) -> dict[str, Any]:
    """Ask an interpreter for ``python_version``, ``warp``, ``numpy``, and the ``folder`` of Warp.

    Raises:
        UnusableError: there is no such interpreter, or it has no Warp and NumPy that can be imported.
    """
    if not python.exists():
        raise UnusableError(f"{python}: no such file; give the path of a Python interpreter")
    try:
        done = subprocess.run(
            # Without -E, a PYTHONPATH meant for this process would lend the other one its packages.
            [str(python), "-E", "-c", _QUERY],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_QUERY_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UnusableError(f"{python}: did not import Warp within {_QUERY_SECONDS:.0f} s; try it by hand") from error
    except OSError as error:
        raise UnusableError(
            f"{python}: cannot be run: {error.strerror}; give the path of a Python interpreter"
        ) from error
    return _understood(python, done)


def build_hash(facts: dict[str, Any]) -> str:
    """Return a hash over Warp's version, place, and the sizes and times of its files.

    Beside the native library, the Python files and the headers decide which adjoints are generated.
    """
    folder = Path(facts["folder"])
    parts = [facts["warp"], facts["python_version"], str(folder)]
    for path in sorted(folder.rglob("*")):
        if "__pycache__" not in path.parts and path.is_file():
            entry = path.stat()
            parts.append(f"{path.relative_to(folder)} {entry.st_size} {entry.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _understood(python: Path, done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    try:
        facts = json.loads(done.stdout.splitlines()[-1])
        facts["python_version"]
    except (IndexError, ValueError, KeyError, TypeError) as error:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()][-1:]
        why = said[0] if said else f"it ended with status {done.returncode} and said nothing"
        raise UnusableError(f"{python}: is no working Python interpreter: {why}; give the path of one") from error
    if facts.get("missing") in ("warp", "numpy"):
        name, package = {"warp": ("Warp", "warp-lang"), "numpy": ("NumPy", "numpy")}[facts["missing"]]
        raise UnusableError(f"{python} has no {name}: install {package} there")
    if "error" in facts:
        raise UnusableError(f"{python}: Warp cannot be imported: {facts['error']}; mend that build")
    if not is_version(facts["warp"]):
        raise UnusableError(f"{python}: its Warp has the version {facts['warp']!r}, which is none; mend that build")
    return dict(facts)


def is_version(word: str) -> bool:
    """Whether a word is a version by PEP 440."""
    try:
        Version(word)
    except InvalidVersion:
        return False
    return True
