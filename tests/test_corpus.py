"""Loading and validating cases: whatever does not fit is one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import PROGRAM, write_case
from tapecheck.corpus import load_case, load_corpus, select
from tapecheck.errors import InputError
from tapecheck.releases import KNOWN
from tapecheck.vocabulary import Signature


def edit(folder: Path, old: str, new: str) -> None:
    """Replace a text in case.toml that must be there."""
    path = folder / "case.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_case_knows_its_programs_in_order(corpus_root: Path) -> None:
    folder = write_case(corpus_root, lookalike=PROGRAM, fixed_other=PROGRAM)
    case = load_case(folder)
    assert [program.name for program in case.programs] == ["buggy", "fixed", "fixed_other", "lookalike"]
    assert [program.role for program in case.programs] == ["buggy", "fixed", "fixed", "lookalike"]


def test_a_repair_is_claimed_to_be_correct_everywhere(corpus_root: Path) -> None:
    case = load_case(write_case(corpus_root))
    assert all(case.role("fixed")[0].claim(release).signature is Signature.CORRECT for release in KNOWN)


def test_the_diff_shows_what_changed_and_nothing_else(corpus_root: Path) -> None:
    case = load_case(write_case(corpus_root))
    changed = [line for line in case.diff(case.role("fixed")[0]) if line.startswith(("+", "-"))]
    assert changed == ['-    return {"x": 3.0 * x.grad.numpy()}', '+    return {"x": x.grad.numpy()}']


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "bug"', 'kind = "bugs"', "'bugs' is not in the vocabulary; one of bug, limit"),
        ('cause = "in-place"', 'cause = "gremlins"', "'gremlins' is not in the vocabulary"),
        ('signature = "factor"', 'signature = "odd"', "'odd' is not in the vocabulary"),
        ('warp = ">=1.0.0"', 'warp = "1.0 and up"', "is no version range"),
        ('id = "sample"', 'id = "other"', "does not match its folder"),
        ('program = "buggy"', 'program = "bugy"', "programs here are buggy, fixed"),
        ('title = "A case of a test"', "", "title is missing"),
        ('tell_apart = "d"', "", "[story] must hold exactly"),
        ("[story]", "colour = 3\n[story]", "unknown key 'colour'"),
        ("[story]", "[story", "case.toml"),
        ("[story]", "tolerance = 2\n[story]", "tolerance must be"),
        ("[story]", "patterns = 1\n[story]", "patterns must be a list"),
    ],
)
def test_bad_metadata_is_named(corpus_root: Path, old: str, new: str, says: str) -> None:
    folder = write_case(corpus_root)
    edit(folder, old, new)
    with pytest.raises(InputError) as error:
        load_case(folder)
    assert says in str(error.value)
    assert "\n" not in str(error.value).strip()
    assert str(folder) in str(error.value)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("buggy.py", "def inputs(device=None):\n    pass\n", "defines no forward()"),
        ("fixed.py", None, "has no fixed.py"),
        ("oracle.py", None, "has no oracle.py"),
        ("oracle.py", "x = 1\n", "defines no objective()"),
        ("case.toml", None, "has no case.toml"),
        ("buggy.py", "def (", "cannot be read as Python"),
        ("helper.py", "x = 1\n", "not a program name"),
    ],
)
def test_bad_files_are_named(corpus_root: Path, name: str, text: str | None, says: str) -> None:
    folder = write_case(corpus_root)
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(text)
    with pytest.raises(InputError) as error:
        load_corpus(corpus_root)
    assert says in str(error.value)


def test_an_id_is_used_once(corpus_root: Path) -> None:
    write_case(corpus_root)
    other = corpus_root / "chain"
    (corpus_root / "kernel").rename(other)
    edit(other / "sample", 'family = "kernel"', 'family = "chain"')
    write_case(corpus_root)
    with pytest.raises(InputError, match="used by two cases"):
        load_corpus(corpus_root)


def test_a_folder_that_is_no_family_is_named(corpus_root: Path) -> None:
    (corpus_root / "kernals").mkdir()
    with pytest.raises(InputError, match="kernals is no family"):
        load_corpus(corpus_root)


def test_an_unknown_case_is_answered_with_near_ones(corpus_root: Path) -> None:
    write_case(corpus_root)
    with pytest.raises(InputError, match="did you mean sample"):
        select(load_corpus(corpus_root), ["sampel"])


@given(st.text(max_size=40))
def test_any_metadata_text_is_an_input_error_or_a_case(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = write_case(tmp_path_factory.mktemp("corpus"))
    (folder / "case.toml").write_text(text, encoding="utf-8", errors="surrogatepass")
    with pytest.raises(InputError):
        load_case(folder)


def test_the_corpus_of_this_repository_loads_and_reads_every_file() -> None:
    """A case folder without metadata, or a program that nobody reads, would be a bug that nobody sees."""
    root = Path(__file__).parents[1] / "corpus"
    cases = load_corpus(root)
    read = {program.path for case in cases for program in case.programs} | {
        program.oracle for case in cases for program in case.programs
    }
    assert read == set(root.rglob("*.py"))
    assert {case.folder / "case.toml" for case in cases} == set(root.rglob("*.toml"))
