"""Releases of Warp: which there are, and which of them the words of a user mean.

The releases that this version of tapecheck knows are written down in ``KNOWN``. Others, such as newer
ones, are found with uv's resolver, so that uv's own configuration decides where packages come from.
"""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from tapecheck.errors import InputError

#: Every release that tapecheck was tried on, ascending.
KNOWN = (
    *("1.0.0", "1.0.1", "1.0.2", "1.1.0", "1.2.0", "1.2.1", "1.2.2", "1.3.0", "1.3.1", "1.3.2", "1.3.3"),
    *("1.4.0", "1.4.1", "1.4.2", "1.5.0", "1.5.1", "1.6.0", "1.6.1", "1.6.2", "1.7.0", "1.7.1", "1.7.2"),
    *("1.8.0", "1.8.1", "1.9.0", "1.9.1", "1.10.0", "1.10.1", "1.11.0", "1.11.1", "1.12.0", "1.12.1"),
    *("1.13.0", "1.14.0", "1.15.0", "1.16.0", "1.17.0", "1.18.0", "1.19.0"),
)
#: Releases on either side of a change in Warp's gradients; ``landmarks`` means these and the newest.
LANDMARKS = ("1.5.1", "1.8.1", "1.12.1", "1.13.0", "1.16.0", "1.17.0")
KEYWORDS = ("latest", "landmarks", "all")

_OPERATORS = "<>=!~"
_DAY = 86400.0
_ASK_SECONDS = 30.0
_UV_ERROR = re.compile(r"(error|cause|Caused by|\u00d7|\u2570\u2500\u25b6|\u251c\u2500\u25b6)(:\s*|\s+)")
_LOG = logging.getLogger(__name__)


class UvError(Exception):
    """A call of uv failed; the text is the reason that uv gave, in one line."""


class NoSolutionError(UvError):
    """The packages that the index named do not fulfil the requirements."""


@dataclass(frozen=True)
class Discovery:
    """The releases that can be had.

    Attributes:
        releases: ascending.
        note: why ``releases`` may be incomplete, in one line; else empty.
        asked: whether the index was asked just now, so that asking again would bring nothing new.

    """

    releases: tuple[str, ...]
    note: str = ""
    asked: bool = False


def cache_root() -> Path:
    """Return the folder of environments and kernel caches: $TAPECHECK_CACHE, else the user's cache folder."""
    chosen = os.environ.get("TAPECHECK_CACHE")
    # Absolute, because uv is run from another folder.
    return Path(chosen).expanduser().absolute() if chosen else Path(platformdirs.user_cache_dir("tapecheck"))


def run_uv(arguments: Sequence[str], *, text: str = "", timeout: float, variables: dict[str, str] | None = None) -> str:
    """Run uv and return what it wrote to stdout.

    Args:
        arguments: of the command line.
        text: what uv reads from stdin.
        timeout: seconds.
        variables: of the environment, for those that the user has not set.

    Raises:
        NoSolutionError: nothing fulfils the requirements.
        UvError: uv is missing, failed, or took too long.

    """
    from uv import find_uv_bin

    try:
        binary = find_uv_bin()
    except FileNotFoundError as error:
        raise UvError("uv is not installed; reinstall tapecheck") from error
    try:
        done = subprocess.run(
            [binary, *arguments, "--no-python-downloads", "--no-progress", "--color", "never"],
            input=text,
            # Settings of a project that happens to lie around the current folder would change the answer.
            cwd=tempfile.gettempdir(),
            env={**(variables or {}), **os.environ},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UvError(f"uv did not end within {timeout:.0f} s") from error
    if done.returncode:
        kind = NoSolutionError if "No solution found" in done.stderr else UvError
        raise kind(uv_reason(done.stderr) or f"uv ended with status {done.returncode}")
    return done.stdout


def uv_reason(stderr: str) -> str:
    """Return the innermost cause that uv names on stderr, as one line; empty if there is none."""
    lines = stderr.partition("\nhint:")[0].splitlines()
    begins = [number for number, line in enumerate(lines) if _UV_ERROR.match(line.strip())]
    # The cause may run over several lines: all that follow belong to it.
    words = " ".join(lines[begins[-1] :] if begins else lines[-1:]).split()
    reason = _UV_ERROR.sub("", " ".join(words), count=1).rstrip(".")
    return textwrap.shorten(reason, 300, placeholder=" ...")


def discover(*, refresh: bool = False) -> Discovery:
    """Return the releases that can be had: ``KNOWN`` and what the package index has besides.

    The index is asked once a day, or if ``refresh``. Where it cannot be reached, what was known before is
    returned with a note.
    """
    cached = _read_cache()
    if cached and not refresh and 0.0 <= time.time() - cached["asked"] < _DAY:
        return Discovery(_ascending(cached["releases"]))
    try:
        found = _ask()
    except UvError as error:
        releases = _ascending(cached["releases"] if cached else ())
        note = f"the package index could not be asked for releases after {releases[-1]}: {error}"
        return Discovery(releases, note, asked=True)
    _write_cache(found)
    return Discovery(_ascending(found), asked=True)


def split(word: str) -> list[str]:
    """Split ``1.12.1,1.16.0`` into two words, and leave a range such as ``>=1.6,<1.9`` whole."""
    words: list[str] = []
    for piece in filter(None, (part.strip() for part in word.split(","))):
        if words and piece[0] in _OPERATORS and words[-1][0] in _OPERATORS:
            words[-1] += f",{piece}"
        else:
            words.append(piece)
    return words


def parse_range(word: str) -> SpecifierSet | None:
    """Return the range that ``word`` writes, or None if it does not begin as one.

    Raises:
        InputError: it begins as a range and is none.

    """
    if not word or word[0] not in _OPERATORS:
        return None
    try:
        return SpecifierSet(word)
    except InvalidSpecifier as error:
        raise InputError(f"{word!r} is no version range; write it as '>=1.13,<1.17'") from error


def expand(words: Iterable[str]) -> list[str]:
    """Return the releases that versions, ranges, and words of ``KEYWORDS`` mean; ascending, once each.

    The index is asked only where ``KNOWN`` does not answer. That it could not be reached is logged as a
    warning.

    Raises:
        InputError: a word is none of these, or means no release.

    """
    index = _Index()
    found = [release for word in words for release in _expand_word(word, index)]
    if index.note:
        _LOG.warning(index.note)
    return sorted(set(found), key=Version)


class _Index:
    """Discovery that is made when it is first needed, and then kept for one call."""

    def __init__(self) -> None:
        self._found: Discovery | None = None

    @property
    def note(self) -> str:
        return self._found.note if self._found else ""

    def releases(self, *, refresh: bool = False) -> tuple[str, ...]:
        if self._found is None or (refresh and not self._found.asked):
            self._found = discover(refresh=refresh)
        return self._found.releases

    def extent(self) -> str:
        releases = self.releases()
        return f"known are {releases[0]} to {releases[-1]}" + (f" ({self.note})" if self.note else "")


def _expand_word(word: str, index: _Index) -> list[str]:
    if word in KNOWN:
        return [word]
    if word == "all":
        return list(index.releases())
    if word == "latest":
        return [index.releases()[-1]]
    if word == "landmarks":
        return [*LANDMARKS, index.releases()[-1]]
    wanted = parse_range(word)
    return [_exact(word, index)] if wanted is None else _matching(word, wanted, index)


def _matching(word: str, wanted: SpecifierSet, index: _Index) -> list[str]:
    for refresh in (False, True):
        found = list(wanted.filter(index.releases(refresh=refresh)))
        if found:
            return found
    raise InputError(f"{word!r} matches no release of Warp; {index.extent()}")


def _exact(word: str, index: _Index) -> str:
    try:
        version = Version(word)
    except InvalidVersion as error:
        raise InputError(
            f"{word!r} is not understood; give a release such as {KNOWN[-1]}, a range such as "
            f"'>=1.13,<1.17', {', '.join(KEYWORDS)}, or the path of a Python interpreter that has Warp"
        ) from error
    if str(version) in KNOWN:
        return str(version)
    for refresh in (False, True):
        releases = index.releases(refresh=refresh)
        if str(version) in releases:
            return str(version)
        family = [release for release in releases if Version(release).release[:2] == version.release]
        if family and str(version) == version.base_version:
            raise InputError(f"{word} is not a whole release; write {', '.join(family)} or '=={word}.*'")
    raise InputError(f"{word} is no release of Warp; {index.extent()}")


def _ask() -> list[str]:
    """Return the releases beyond ``KNOWN``, which a late repair of an older release may also be."""
    # Also when it is out of reach uv may say that nothing fits: only after an answer does that mean an end.
    _newest("")
    found: list[str] = []
    while True:
        known = [*KNOWN, *found]
        try:
            release = _newest(">=1.0.0," + ",".join(f"!={each}" for each in known))
        except NoSolutionError:
            return found
        if release in known:
            return found
        found.append(release)


def _newest(wanted: str) -> str:
    listing = run_uv(
        [
            *("pip", "compile", "-", "--no-deps", "--no-header", "--no-annotate", "--prerelease", "disallow"),
            *("--python", sys.executable),
        ],
        text=f"warp-lang{wanted}\n",
        timeout=_ASK_SECONDS,
        variables={"UV_HTTP_RETRIES": "1"},
    )
    found = re.search(r"^warp-lang==(\S+)", listing, re.MULTILINE)
    if not found:
        raise UvError("uv named no release")
    return found[1]


def _ascending(more: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({*KNOWN, *more}, key=Version))


def _python() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def _read_cache() -> dict[str, Any] | None:
    """Return ``asked`` (seconds since 1970) and ``releases``, or None if there is nothing to be used."""
    try:
        data = json.loads((cache_root() / "releases.json").read_text(encoding="utf-8"))
        # Which releases can be had depends on the Python that they are for.
        if data["python"] != _python():
            return None
        _ascending(data["releases"])
        return {"asked": float(data["asked"]), "releases": data["releases"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_cache(releases: list[str]) -> None:
    place = cache_root() / "releases.json"
    data = {"asked": time.time(), "python": _python(), "releases": releases}
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_name(f".releases.{os.getpid()}.json")
        new.write_text(json.dumps(data) + "\n", encoding="utf-8")
        new.replace(place)
    except OSError as error:
        _LOG.warning(f"{place}: cannot be written ({error.strerror}); the releases are looked up again next time")
