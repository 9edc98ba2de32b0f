"""Writes the folder of a new case that verifies as it stands, to be turned into another bug."""

from __future__ import annotations

import re
from pathlib import Path

from tapecheck.corpus import load_corpus, retired_ids
from tapecheck.errors import InputError
from tapecheck.vocabulary import Family

_TEMPLATE = Path(__file__).parent / "template"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

#: What is left to do after `tapecheck corpus new`; docs/adding-a-case.md says how.
CHECKLIST = (
    "oracle.py: the objective in float64 NumPy, from the mathematics",
    "buggy.py: 20 to 80 lines of plain Warp, with nothing that gives the bug away",
    "fixed.py: the same file, repaired by the smallest diff; one fixed_<name>.py for each documented repair",
    "lookalike.py, if there is a correct program that a hasty reader would flag",
    "case.toml: words of the vocabulary, the story, what each range of releases shows",
    "tapecheck corpus verify {id} --warp all: every claim holds, and ranges are proposed where they do not",
)


def write_case(root: Path, name: str, family: Family) -> Path:
    """Write a new case and return its folder.

    Raises:
        InputError: the id is not of the form, is taken, or was retired; or the folder cannot be written.
    """
    if not _ID.fullmatch(name):
        raise InputError(f"{name!r} is no id; use small letters, digits and hyphens, such as stale-seed")
    if not root.exists():
        root.mkdir(parents=True)
    if name in retired_ids(root):
        raise InputError(f"{name}: was the id of a retired case, and an id is never used again; choose another")
    if name in {case.id for case in load_corpus(root)}:
        raise InputError(f"{name}: is the id of a case already; choose another")
    if root.name.startswith("_"):
        raise InputError(f"{root}: is part of the installation; set $TAPECHECK_CORPUS to a folder of yours")
    folder = root / str(family) / name
    try:
        folder.mkdir(parents=True)
        for source in sorted(_TEMPLATE.glob("*.txt")):
            text = source.read_text(encoding="utf-8")
            if source.name.startswith("case.toml"):
                text = text.format(id=name, family=family)
            (folder / source.stem).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be written: {error.strerror}; set $TAPECHECK_CORPUS to a folder of yours"
        ) from error
    return folder
