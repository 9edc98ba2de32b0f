"""The corpus: cases and their programs, loaded and validated.

    corpus/<family>/<case>/
        case.toml           the truth: see ``Case``
        buggy*.py           programs with the bug (one, where nothing else is said)
        fixed*.py           the repair, or one file for each repair that the documentation offers
        lookalike*.py       correct programs that a hasty tool would flag
        oracle.py           the true objective, float64 NumPy

A case is validated when it is loaded: whatever does not fit raises ``InputError`` with the place.
"""

from __future__ import annotations

import ast
import difflib
import fnmatch
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from tapecheck.errors import InputError
from tapecheck.vocabulary import Cause, Family, Kind, Signature, Word

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: In a checkout the corpus stands beside harness/; in a wheel it lies inside the package.
_PLACES = (Path(__file__).parent / "_corpus", Path(__file__).parents[2] / "corpus")
_PROGRAM = re.compile(r"(buggy|fixed|lookalike)(_[a-z0-9_]+)?\.py")
_ROLES = ("buggy", "fixed", "lookalike")
_STORY = ("symptom", "cause", "fix", "tell_apart")
_KEYS = {"id", "family", "title", "kind", "cause", "docs", "same_loss", "patterns", "threads", "tolerance"}
_TABLES = {"story", "claim"}
_CLAIM_KEYS = {"program", "warp", "signature", "factor", "unsupported"}

AnyWord = TypeVar("AnyWord", bound=Word)


@dataclass(frozen=True)
class Claim:
    """What a program shows on a range of Warp releases.

    Attributes:
        warp: the range.
        signature: the word, or None where the range cannot run the program.
        factor: the constant, for ``factor``.
        unsupported: why the range cannot run the program, else empty.
    """

    warp: SpecifierSet
    signature: Signature | None
    factor: float | None = None
    unsupported: str = ""

    def __str__(self) -> str:
        if self.signature is None:
            return f"unsupported ({self.unsupported})"
        return f"{self.signature}" + (f" {self.factor:g}" if self.factor is not None else "")


@dataclass(frozen=True)
class Program:
    """One program file of a case; ``name`` is the file's stem and begins with its role."""

    case: str
    name: str
    path: Path
    oracle: Path
    claims: tuple[Claim, ...]

    @property
    def id(self) -> str:
        """``case/program``."""
        return f"{self.case}/{self.name}"

    @property
    def role(self) -> str:
        """buggy, fixed or lookalike."""
        return self.name.split("_")[0]

    def claim(self, warp: str) -> Claim:
        """Return what the case claims of this program on a release.

        Raises:
            InputError: the case says nothing of that release.
        """
        found = [claim for claim in self.claims if claim.warp.contains(base_version(warp), prereleases=True)]
        if not found:
            raise InputError(f"{self.id}: case.toml claims nothing for Warp {warp}; add a [[claim]] for it")
        return found[0]


@dataclass(frozen=True)
class Case:
    """One bug, with its programs and what is claimed of them.

    Attributes:
        folder: where its files lie.
        id: its name, never used again for another case.
        family: the folder above.
        title: one line that does not give the fix away.
        kind: bug, limit, control or instrument.
        cause: the mechanism, one word.
        patterns: numbers of the checklist of Warp's gradient-debugging guide that it stands for.
        docs: section of Warp's documentation.
        threads: public reports, as repository#number.
        same_loss: whether buggy and fixed must give the same loss at the start.
        tolerance: relative tolerance against the oracle.
        symptom, cause_text, fix, tell_apart: one paragraph each.
        programs: buggy first, then fixed, then lookalikes.
    """

    folder: Path
    id: str
    family: Family
    title: str
    kind: Kind
    cause: Cause
    patterns: tuple[str, ...]
    docs: str
    threads: tuple[str, ...]
    same_loss: bool
    tolerance: float
    symptom: str
    cause_text: str
    fix: str
    tell_apart: str
    programs: tuple[Program, ...]

    def role(self, role: str) -> tuple[Program, ...]:
        """Return the programs of one role."""
        return tuple(program for program in self.programs if program.role == role)

    def diff(self, other: Program) -> list[str]:
        """Return the unified diff, without file header, from the buggy program to another."""
        before, after = (
            path.read_text(encoding="utf-8").splitlines() for path in (self.role("buggy")[0].path, other.path)
        )
        return list(difflib.unified_diff(before, after, "buggy.py", other.path.name, lineterm="", n=2))[2:]


def base_version(version: str) -> Version:
    """Return a release without development part or build hash, so that a nightly build meets its range."""
    return Version(Version(version.split("@")[0]).base_version)


def corpus_root() -> Path:
    """Return the folder that holds the corpus: $TAPECHECK_CORPUS, else that of this installation.

    Raises:
        InputError: there is none.
    """
    chosen = os.environ.get("TAPECHECK_CORPUS")
    return Path(chosen).absolute() if chosen else installed_corpus()


def installed_corpus() -> Path:
    """Return the folder of the corpus that came with this installation.

    Raises:
        InputError: there is none.
    """
    for place in _PLACES:
        if place.is_dir():
            return place
    raise InputError(f"no corpus at {_PLACES[1]}; reinstall tapecheck")


def load_corpus(root: Path | None = None) -> list[Case]:
    """Load and validate every case, sorted by family and id.

    Raises:
        InputError: a folder or file does not fit; the text names it.
    """
    root = root or corpus_root()
    if not root.is_dir():
        raise InputError(f"{root}: no such corpus folder")
    order = [family.value for family in Family]
    cases = []
    for family in sorted(path for path in root.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))):
        if family.name not in order:
            raise InputError(f"{family}: {family.name} is no family; one of {', '.join(order)}")
        for folder in sorted(path for path in family.iterdir() if path.is_dir() and path.name != "__pycache__"):
            cases.append(load_case(folder))
    retired = retired_ids(root)
    ids = [case.id for case in cases]
    again = sorted(retired.intersection(ids))
    if again:
        raise InputError(f"{root}: the id {again[0]} is retired (retired.txt) and is never used again; rename the case")
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise InputError(f"{root}: the id {twice[0]} is used by two cases; rename one")
    return sorted(cases, key=lambda case: (order.index(case.family), case.id))


def retired_ids(root: Path) -> set[str]:
    """Return the ids of cases that were withdrawn: the first word of each line of retired.txt, if there is one."""
    path = root / "retired.txt"
    if not path.is_file():
        return set()
    lines = path.read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def select(cases: Sequence[Case], patterns: Sequence[str]) -> list[Case]:
    """Return the cases whose id matches one of the glob patterns; all, without patterns.

    Raises:
        InputError: a pattern matches no case.
    """
    if not cases:
        raise InputError(f"{corpus_root()}: holds no case; `tapecheck corpus new` writes one")
    if not patterns:
        return list(cases)
    for pattern in patterns:
        if not fnmatch.filter([case.id for case in cases], pattern):
            near = difflib.get_close_matches(pattern, [case.id for case in cases], 3)
            hint = f"; did you mean {' or '.join(near)}" if near else ""
            raise InputError(f"no case matches {pattern!r}{hint}; `tapecheck corpus list` shows all")
    return [case for case in cases if any(fnmatch.fnmatch(case.id, pattern) for pattern in patterns)]


def load_case(folder: Path) -> Case:
    """Load and validate one case.

    Raises:
        InputError: a file is missing, a word is unknown, or a program lacks a part of the contract.
    """
    metadata = folder / "case.toml"
    if not metadata.is_file():
        raise InputError(f"{folder}: has no case.toml; add it or remove the folder")
    try:
        data = tomllib.loads(metadata.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{metadata}: {error}") from error
    unknown = set(data) - _KEYS - _TABLES
    if unknown:
        raise InputError(f"{metadata}: unknown key {min(unknown)!r}; known are {', '.join(sorted(_KEYS | _TABLES))}")
    if _text(data, "id", metadata) != folder.name:
        raise InputError(f"{metadata}: id {data['id']!r} does not match its folder {folder.name!r}")
    if _text(data, "family", metadata) != folder.parent.name:
        raise InputError(f"{metadata}: family {data['family']!r} does not match its folder {folder.parent.name!r}")
    story = data.get("story")
    if not isinstance(story, dict) or set(story) != set(_STORY):
        raise InputError(f"{metadata}: [story] must hold exactly {', '.join(_STORY)}")
    return Case(
        folder=folder,
        id=data["id"],
        family=_word(Family, data, "family", metadata),
        title=_text(data, "title", metadata),
        kind=_word(Kind, data, "kind", metadata),
        cause=_word(Cause, data, "cause", metadata),
        patterns=_texts(data, "patterns", metadata),
        docs=_text(data, "docs", metadata),
        threads=_texts(data, "threads", metadata),
        same_loss=_flag(data, "same_loss", metadata),
        tolerance=_tolerance(data, metadata),
        symptom=_text(story, "symptom", metadata),
        cause_text=_text(story, "cause", metadata),
        fix=_text(story, "fix", metadata),
        tell_apart=_text(story, "tell_apart", metadata),
        programs=_programs(folder, data, metadata),
    )


def _programs(folder: Path, data: dict[str, Any], metadata: Path) -> tuple[Program, ...]:
    oracle = folder / "oracle.py"
    if not oracle.is_file():
        raise InputError(f"{folder}: has no oracle.py; it states the true objective in float64 NumPy")
    _defines(oracle, ("objective",))
    paths = []
    for path in sorted(folder.glob("*.py")):
        if path.name == "oracle.py":
            continue
        if not path.is_file():
            raise InputError(f"{path}: is no file that can be read; put the program there or remove it")
        if not _PROGRAM.fullmatch(path.name):
            raise InputError(f"{path}: not a program name; buggy*.py, fixed*.py or lookalike*.py")
        _defines(path, ("inputs", "forward", "gradient"))
        paths.append(path)
    for role in ("buggy", "fixed"):
        if not any(path.name.startswith(role) for path in paths):
            raise InputError(f"{folder}: has no {role}.py")
    claims = _claims(data, {path.stem for path in paths}, metadata)
    paths.sort(key=lambda path: (_ROLES.index(path.stem.split("_")[0]), path.stem))
    return tuple(Program(folder.name, path.stem, path, oracle, claims[path.stem]) for path in paths)


def _claims(data: dict[str, Any], names: set[str], metadata: Path) -> dict[str, tuple[Claim, ...]]:
    found: dict[str, list[Claim]] = {name: [] for name in names}
    entries = data.get("claim", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(f"{metadata}: claims are written as [[claim]] tables, in double brackets")
    for entry in entries:
        name = _text(entry, "program", metadata)
        if name not in names:
            raise InputError(f"{metadata}: a [[claim]] is about {name!r}; programs here are {', '.join(sorted(names))}")
        unknown = set(entry) - _CLAIM_KEYS
        if unknown:
            raise InputError(f"{metadata}: unknown key {min(unknown)!r} in the [[claim]] about {name}")
        found[name].append(_claim(entry, metadata))
    for name, claims in found.items():
        if not claims and name.startswith("buggy"):
            raise InputError(f"{metadata}: no [[claim]] says what {name} shows")
        if not claims:
            # A repair or a lookalike is right unless the case says otherwise: that is what it is for.
            claims.append(Claim(SpecifierSet(">=1.0.0"), Signature.CORRECT))
    return {name: tuple(claims) for name, claims in found.items()}


def _claim(entry: dict[str, Any], metadata: Path) -> Claim:
    try:
        warp = SpecifierSet(_text(entry, "warp", metadata))
    except InvalidSpecifier as error:
        raise InputError(f"{metadata}: {entry['warp']!r} is no version range; write it as '>=1.13,<1.17'") from error
    factor = entry.get("factor")
    if factor is not None and not isinstance(factor, (int, float)):
        raise InputError(f"{metadata}: factor {factor!r} is not a number")
    if "unsupported" in entry:
        return Claim(warp, None, None, _text(entry, "unsupported", metadata))
    return Claim(warp, _word(Signature, entry, "signature", metadata), factor)


def _defines(path: Path, names: Sequence[str]) -> None:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as Python: {error}") from error
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    missing = [name for name in names if name not in defined]
    if missing:
        raise InputError(f"{path}: defines no {missing[0]}(); see docs/adding-a-case.md for the contract")


def _text(table: dict[str, Any], key: str, metadata: Path) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{metadata}: {key} is missing or is not a text")
    return " ".join(value.split())


def _texts(table: dict[str, Any], key: str, metadata: Path) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise InputError(f"{metadata}: {key} must be a list of texts")
    return tuple(value)


def _flag(table: dict[str, Any], key: str, metadata: Path) -> bool:
    value = table.get(key, True)
    if not isinstance(value, bool):
        raise InputError(f"{metadata}: {key} must be true or false")
    return value


def _tolerance(table: dict[str, Any], metadata: Path) -> float:
    from tapecheck.signature import TOLERANCE

    value = table.get("tolerance", TOLERANCE)
    if not isinstance(value, float) or not 0.0 < value < 0.1:
        raise InputError(f"{metadata}: tolerance must be a number between 0 and 0.1")
    return value


def _word(words: type[AnyWord], table: dict[str, Any], key: str, metadata: Path) -> AnyWord:
    value = _text(table, key, metadata)
    try:
        return words(value)  # type: ignore[call-arg]
    except ValueError:
        known = ", ".join(str(word.value) for word in words)
        raise InputError(f"{metadata}: {key} {value!r} is not in the vocabulary; one of {known}") from None
