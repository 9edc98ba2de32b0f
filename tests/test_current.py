"""Which record counts: an edit that is undone brings the old verdict back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from conftest import PROGRAM, write_case
from tapecheck.corpus import Case, load_case
from tapecheck.current import current, current_key, programs_by_name
from tapecheck.probe.measure import MEASURE
from tapecheck.records import Record
from tapecheck.vocabulary import Outcome

FACTS = {"warp": "1.19.0", "numpy": "2.4.6", "python": "3.11", "build": "release"}


def record(case: Case, **changes: object) -> Record:
    """A record of the buggy program as it stands, but for the changes."""
    plain = Record("", case.id, "buggy", MEASURE, "1.19.0", "cpu", Outcome.COMPLETED, "", {}, 0.0, 60.0, FACTS)
    key = current_key(plain, programs_by_name([case]))
    assert key is not None
    return replace(plain, **{"key": key, **changes})  # type: ignore[arg-type]


def test_an_edit_that_is_undone_brings_the_old_record_back(corpus_root: Path) -> None:
    folder = write_case(corpus_root)
    case = load_case(folder)
    before = record(case, reason="before")
    text = (folder / "buggy.py").read_text()
    (folder / "buggy.py").write_text(PROGRAM)
    edited = record(case, reason="edited")
    assert [found.reason for found in current([before, edited], [case]).records.values()] == ["edited"]
    (folder / "buggy.py").write_text(text)
    assert [found.reason for found in current([before, edited], [case]).records.values()] == ["before"]


def test_a_record_of_an_earlier_version_is_kept_and_named(corpus_root: Path) -> None:
    case = load_case(write_case(corpus_root))
    old = record(case, key="of another version")
    found = current([old], [case])
    assert list(found.records.values()) == [old]
    assert found.stale == {old.coordinate}


def test_a_failed_environment_does_not_hide_what_was_measured(corpus_root: Path) -> None:
    case = load_case(write_case(corpus_root))
    measured = record(case, reason="measured")
    failed = record(case, reason="failed", outcome=Outcome.ENVIRONMENT)
    assert [found.reason for found in current([measured, failed], [case]).records.values()] == ["measured"]
    assert [found.reason for found in current([failed, measured], [case]).records.values()] == ["measured"]


def test_the_newest_of_equals_counts(corpus_root: Path) -> None:
    case = load_case(write_case(corpus_root))
    found = current([record(case, reason="1"), record(case, reason="2")], [case])
    assert [one.reason for one in found.records.values()] == ["2"]
    assert not found.stale
