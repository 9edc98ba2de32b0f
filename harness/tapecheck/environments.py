"""Environments: one Python with one release of Warp each, made by uv when it is first needed.

    <cache>/environments/<release>-py<major>.<minor>/   a virtual environment; its facts in tapecheck.json
    <cache>/kernels/<label>-*                           kernel caches, made by whoever runs kernels

``<cache>`` is ``cache_root()``. A Python interpreter that the user names is used where it is.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from packaging.version import Version

from tapecheck.errors import InputError, SetupError
from tapecheck.interpreters import UnusableError, ask, build_hash, is_version
from tapecheck.releases import (
    KEYWORDS,
    KNOWN,
    LANDMARKS,
    UvError,
    cache_root,
    expand,
    run_uv,
    split,
)

__all__ = [
    "KNOWN",
    "LANDMARKS",
    "Environment",
    "Target",
    "cache_root",
    "ensure",
    "installed",
    "kernel_root",
    "remove",
    "resolve",
    "size",
]

_MARKER = "tapecheck.json"
#: Raised when environments have to be made differently; those of another format are made again.
_FORMAT = 1
_INSTALL_SECONDS = 1800.0
#: No creation can take longer than its calls of uv, so what is older was broken off.
_ABANDONED_SECONDS = 3 * _INSTALL_SECONDS


@dataclass(frozen=True)
class Target:
    """What a user wants to run on, before anything is set up.

    Attributes:
        label: the release, or Warp's version in ``python`` with a short hash of that build.
        release: or None, where ``python`` is given.
        python: an interpreter that has Warp, or None.

    """

    label: str
    release: str | None
    python: Path | None


@dataclass(frozen=True)
class Environment:
    """A Python interpreter that has Warp and NumPy.

    Attributes:
        label: that of its ``Target``.
        python: the interpreter, absolute.
        warp: version.
        numpy: version.
        python_version: major and minor, such as 3.11.
        build: ``release``, or a hash that changes whenever the files of an own build of Warp do.

    """

    label: str
    python: Path
    warp: str
    numpy: str
    python_version: str
    build: str


def kernel_root() -> Path:
    """Return the folder of kernel caches; those of an environment are called ``<label>-*``."""
    return cache_root() / "kernels"


def resolve(words: Sequence[str]) -> list[Target]:
    """Return what the words mean: releases ascending, then interpreters; each once.

    A word is a release, a range such as ``>=1.6,<1.9``, ``latest``, ``landmarks``, ``all``, or the path of
    a Python interpreter or virtual environment. Releases may be joined by commas.

    Raises:
        InputError: a word means nothing, or its interpreter has no Warp that can be imported.

    """
    releases: list[str] = []
    interpreters: dict[str, Target] = {}
    for word in words:
        for piece in [word] if _exists(word) else split(word) or [word]:
            if _is_path(piece):
                target = _interpreter_target(piece)
                interpreters[target.label] = target
            else:
                releases.append(piece)
    return [
        *(Target(release, release, None) for release in expand(releases)),
        *sorted(interpreters.values(), key=lambda target: (Version(target.label.split("@")[0]), target.label)),
    ]


def ensure(target: Target, on_progress: Callable[[str], None] | None = None) -> Environment:
    """Return the environment of a target, and make it first if it is missing.

    Several processes may do this at once, and any may be broken off: an environment is seen only when it
    is complete.

    Args:
        target: as ``resolve`` gives it.
        on_progress: called with one line of text before each step that takes time.

    Raises:
        SetupError: it cannot be made or used; the text names the release or the interpreter.
        ValueError: ``target`` has neither release nor interpreter.

    """
    if target.python is not None:
        try:
            return _from_interpreter(target.python)
        except UnusableError as error:
            raise SetupError(str(error)) from error
    if target.release is None:
        raise ValueError(f"target {target.label!r} has neither a release nor an interpreter")
    folder = _folder(target.release)
    found = _read(folder)
    if found is not None:
        return found
    with _writing(f"Warp {target.release}"):
        _make(target.release, folder, on_progress or (lambda _: None))
    made = _read(folder)
    if made is None:
        raise SetupError(f"Warp {target.release}: {folder} vanished while it was made; try again")
    return made


def installed() -> list[Environment]:
    """Return the environments that are complete, those for other versions of Python too; by release."""
    found = [environment for environment in map(_read, _children(_environments())) if environment is not None]
    return sorted(found, key=lambda each: (Version(each.label), Version(each.python_version)))


def size(environment: Environment) -> int:
    """Return the bytes of all files of an installed environment, whether or not uv's cache shares them."""
    return _usage([environment.python.parents[1]])[0]


def remove(label: str) -> int:
    """Remove the environments and the kernel caches of a label.

    Returns:
        The bytes that this frees. Files that uv's cache shares with the environment are not among them.

    Raises:
        InputError: there is nothing of that label.
        SetupError: something cannot be removed.

    """
    of_label = re.compile(re.escape(label) + r"-py\d+\.\d+")
    folders = [entry for entry in _children(_environments()) if of_label.fullmatch(entry.name)]
    folders += [entry for entry in _children(kernel_root()) if entry.name.startswith(f"{label}-")]
    if not folders:
        have = ", ".join(dict.fromkeys(each.label for each in installed())) or "none"
        raise InputError(f"{label}: no such environment in {_environments()}; there are: {have}")
    freed = _usage(folders)[1]
    with _writing(label):
        for folder in folders:
            # First of all, so that what is left if this is broken off does not pass for an environment.
            (folder / _MARKER).unlink(missing_ok=True)
            shutil.rmtree(folder)
    return freed


def _environments() -> Path:
    return cache_root() / "environments"


def _folder(release: str) -> Path:
    return _environments() / f"{release}-py{sys.version_info.major}.{sys.version_info.minor}"


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _usage(folders: Iterable[Path]) -> tuple[int, int]:
    """Return the bytes in the folders, and the bytes that removing them would free."""
    files: dict[tuple[int, int], tuple[int, int]] = {}
    links: Counter[tuple[int, int]] = Counter()
    for folder in folders:
        for path in folder.rglob("*"):
            # Another process may be removing it.
            with contextlib.suppress(OSError):
                entry = path.lstat()
                if not stat.S_ISDIR(entry.st_mode):
                    key = (entry.st_dev, entry.st_ino)
                    files[key] = (entry.st_size, entry.st_nlink)
                    links[key] += 1
    total = sum(length for length, _ in files.values())
    return total, sum(length for key, (length, linked) in files.items() if linked <= links[key])


@contextlib.contextmanager
def _writing(what: str) -> Iterator[None]:
    """Turn what goes wrong with the cache folder into an error with a text for the user."""
    try:
        yield
    except OSError as error:
        raise SetupError(
            f"{what}: {error.filename or cache_root()}: {error.strerror or error}; "
            "mend that or set TAPECHECK_CACHE to another folder"
        ) from error


def _read(folder: Path) -> Environment | None:
    """Return the environment in a folder, or None if it is not complete, usable and of this format."""
    try:
        data = json.loads((folder / _MARKER).read_text(encoding="utf-8"))
        facts = {name: data[name] for name in ("label", "warp", "numpy", "python_version", "build")}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    # The interpreter is a link, which dangles once the Python that it was made from is gone.
    python = _python_in(folder)
    named = folder.name == f"{facts['label']}-py{facts['python_version']}"
    if data.get("format") != _FORMAT or python is None or not named or not is_version(facts["label"]):
        return None
    return Environment(python=python, **facts)


def _python_in(folder: Path) -> Path | None:
    """Return the interpreter of a virtual environment."""
    for name in ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe"):
        if (folder / name).is_file():
            return folder / name
    return None


def _make(release: str, folder: Path, say: Callable[[str], None]) -> None:
    """Make the environment under a name of its own, and give it its place when it is complete."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder.parent)
    with tempfile.TemporaryDirectory(
        prefix=f".{folder.name}-", dir=folder.parent, ignore_cleanup_errors=True
    ) as scratch:
        made = Path(scratch) / "environment"
        _fill(release, made, say)
        if folder.exists() or folder.is_symlink():
            if _read(folder) is not None:
                return
            say(f"{release}: replacing an environment that is incomplete")
            folder.rename(Path(scratch) / "incomplete")
        try:
            made.rename(folder)
        except OSError:
            # Another process has been faster if there is a complete environment now.
            if _read(folder) is None:
                raise
    say(f"{release}: ready")


def _fill(release: str, made: Path, say: Callable[[str], None]) -> None:
    # A virtual environment of a virtual environment would depend on the latter.
    base = getattr(sys, "_base_executable", None) or sys.executable
    again = f"mend that and run `tapecheck env add {release}`"
    try:
        say(f"{release}: creating a virtual environment")
        run_uv(["venv", "--no-project", "--relocatable", "--python", base, str(made)], timeout=_INSTALL_SECONDS)
        python = _python_in(made) or made / "bin/python"
        say(f"{release}: installing Warp and NumPy")
        run_uv(
            ["pip", "install", "--python", str(python), f"warp-lang=={release}", "numpy"],
            timeout=_INSTALL_SECONDS,
        )
        say(f"{release}: trying to import Warp")
        facts = ask(python)
    except UvError as error:
        raise SetupError(f"Warp {release}: not installed: {error}; {again}") from error
    except UnusableError as error:
        raise SetupError(f"Warp {release}: installed, but of no use: {error}") from error
    if facts["warp"] != release:
        raise SetupError(f"Warp {release}: uv installed {facts['warp']} in its place; {again}")
    environment = Environment(release, python, release, facts["numpy"], facts["python_version"], build="release")
    marker = {name: value for name, value in asdict(environment).items() if name != "python"}
    (made / _MARKER).write_text(json.dumps({"format": _FORMAT, **marker}, indent=1) + "\n", encoding="utf-8")


def _sweep(folder: Path) -> None:
    """Remove what creations that were broken off have left behind."""
    for entry in _children(folder):
        with contextlib.suppress(OSError):
            if entry.name.startswith(".") and time.time() - entry.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(entry, ignore_errors=True)


def _exists(word: str) -> bool:
    try:
        return bool(word.strip()) and Path(word).exists()
    except (OSError, ValueError):
        return False


def _is_path(word: str) -> bool:
    if "/" in word or os.sep in word or (word.startswith(("~", ".")) and not word.startswith("~=")):
        return True
    # The name of a file in the current folder must not hide a release or a word.
    return _exists(word) and word not in KEYWORDS and not is_version(word) and word[0] not in "<>=!~"


def _interpreter_target(word: str) -> Target:
    try:
        path = Path(word).expanduser().absolute()
    except RuntimeError as error:
        raise InputError(f"{word}: {error}; write the path in full") from error
    python = _python_in(path) if path.is_dir() else path
    if python is None:
        raise InputError(f"{word}: a folder without bin/python; give an interpreter or a virtual environment")
    try:
        return Target(_from_interpreter(python).label, None, python)
    except UnusableError as error:
        raise InputError(str(error)) from error


def _from_interpreter(python: Path) -> Environment:
    facts = ask(python)
    build = build_hash(facts)
    label = f"{Version(facts['warp'])}@{build[:6]}"
    return Environment(label, python, facts["warp"], facts["numpy"], facts["python_version"], build)
