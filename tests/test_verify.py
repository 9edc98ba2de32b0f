"""What `corpus verify` finds: every claim and every rule that does not hold, with numbers, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from conftest import ORACLE, PROGRAM, TRIPLE, write_case
from tapecheck.corpus import Case, load_case
from tapecheck.environments import KNOWN
from tapecheck.grade import Coordinate
from tapecheck.probe.measure import MEASURE
from tapecheck.records import Record
from tapecheck.verify import (
    LARGEST_DIFF,
    LONGEST,
    SHORTEST,
    check_files,
    check_oracle,
    check_release,
    claims_cover,
)
from tapecheck.vocabulary import Outcome

WARP = "1.19.0"
TRUE = [8.0, -16.0, 4.0, 24.0]
TRIPLED = [24.0, -48.0, 12.0, 72.0]
CLAIM = '[[claim]]\nprogram = "buggy"\nwarp = ">=1.0.0"\nsignature = "factor"\n'


def case_with(root: Path, claims: str = CLAIM, **programs: str) -> Case:
    """A case of the programs of conftest, with these claims in the place of its own."""
    folder = write_case(root, **programs)
    path = folder / "case.toml"
    head, mark, _ = path.read_text().partition("[[claim]]")
    assert mark
    path.write_text(head + claims)
    return load_case(folder)


def claim(warp: str, signature: str, program: str = "buggy", factor: float | None = None) -> str:
    number = "" if factor is None else f"factor = {factor}\n"
    return f'[[claim]]\nprogram = "{program}"\nwarp = "{warp}"\nsignature = "{signature}"\n{number}'


def unsupported(warp: str, why: str = "no such call") -> str:
    return f'[[claim]]\nprogram = "buggy"\nwarp = "{warp}"\nunsupported = "{why}"\n'


def measured(
    program: str, consumed: Sequence[float], *, loss: float = 57.0, oracle_loss: float = 57.0, warp: str = WARP
) -> Record:
    signals = {"loss": loss, "oracle_loss": oracle_loss, "consumed": {"x": list(consumed)}, "truth": {"x": TRUE}}
    return entry(program, Outcome.COMPLETED, signals, warp=warp)


def entry(
    program: str, outcome: Outcome, signals: dict[str, Any] | None = None, *, reason: str = "", warp: str = WARP
) -> Record:
    return Record("key", "sample", program, MEASURE, warp, "cpu", outcome, reason, signals, 0.1, 60.0, {})


def by_cell(*records: Record) -> Mapping[Coordinate, Record]:
    return {record.coordinate: record for record in records}


def texts(case: Case, *records: Record, warp: str = WARP) -> list[str]:
    return [str(finding) for finding in check_release(case, warp, "cpu", by_cell(*records))]


def good(program: str = "fixed") -> Record:
    return measured(program, TRUE)


# ---------------------------------------------------------------------------------------------- files


def test_a_good_case_has_no_finding_of_any_kind(corpus_root: Path) -> None:
    """Findings that are always there would be read by nobody."""
    case = case_with(corpus_root, lookalike=PROGRAM)
    assert check_files(case) == []
    assert claims_cover(case, KNOWN) == []
    assert check_oracle(case, {"x": [1.0, -2.0, 0.5, 3.0]}) == []
    assert texts(case, measured("buggy", TRIPLED), good(), good("lookalike")) == []


@pytest.mark.parametrize(
    "fixed",
    [
        TRIPLE,
        TRIPLE.replace("    tape.backward(loss)\n", "    # the adjoint of the loss\n    tape.backward(loss)\n"),
        TRIPLE.replace("\n\n\n@wp.kernel", "\n\n@wp.kernel", 1),
    ],
    ids=["the same", "only a comment", "only an empty line"],
)
def test_a_repair_that_changes_no_code_does_not_pass_for_one(corpus_root: Path, fixed: str) -> None:
    case = case_with(corpus_root, buggy=TRIPLE, fixed=fixed)
    assert [str(finding) for finding in check_files(case)] == ["sample/fixed: does not differ from buggy.py in code"]


def test_every_repair_is_compared_not_only_the_first(corpus_root: Path) -> None:
    case = case_with(corpus_root, fixed_other=TRIPLE)
    assert [finding.place for finding in check_files(case)] == ["sample/fixed_other"]


@pytest.mark.parametrize(("added", "found"), [(LARGEST_DIFF, False), (LARGEST_DIFF + 1, True)])
def test_a_diff_too_long_to_be_the_lesson_is_found(corpus_root: Path, added: int, found: bool) -> None:
    longer = TRIPLE + "".join(f"LINE_{number} = {number}\n" for number in range(added))
    assert longer.count("\n") <= LONGEST
    findings = [str(finding) for finding in check_files(case_with(corpus_root, fixed=longer))]
    says = f"sample/fixed: differs in {added} lines; at most {LARGEST_DIFF} can be read"
    assert findings == ([says] if found else [])


@pytest.mark.parametrize(
    "line",
    [
        "import tapecheck",
        "import numpy, tapecheck.signature",
        "from tapecheck.probe import program",
        "def late():\n    import tapecheck",
    ],
)
def test_a_program_that_needs_tapecheck_is_found(corpus_root: Path, line: str) -> None:
    case = case_with(corpus_root, lookalike=PROGRAM + line + "\n")
    assert [finding.place for finding in check_files(case)] == ["sample/lookalike"]
    assert "imports tapecheck" in check_files(case)[0].text


def test_the_word_tapecheck_in_a_comment_is_no_import(corpus_root: Path) -> None:
    case = case_with(corpus_root, lookalike=PROGRAM + "# read by tapecheck\nNAME = 'tapecheck'\n")
    assert check_files(case) == []


@pytest.mark.parametrize(
    ("lines", "found"), [(SHORTEST - 1, True), (SHORTEST, False), (LONGEST, False), (LONGEST + 1, True)]
)
def test_an_exhibit_that_is_too_short_or_too_long_is_found(corpus_root: Path, lines: int, found: bool) -> None:
    text = "def inputs(): ...\ndef forward(): ...\ndef gradient(): ...\n"
    text += "".join(f"LINE_{number} = {number}\n" for number in range(lines - 3))
    findings = [str(finding) for finding in check_files(case_with(corpus_root, lookalike=text))]
    assert findings == (
        [f"sample/lookalike: has {lines} lines; an exhibit has {SHORTEST} to {LONGEST}"] if found else []
    )


# --------------------------------------------------------------------------------------------- oracle

AT = {"x": [1.0, -2.0, 0.5, 3.0]}


def oracle_findings(root: Path, oracle: str, at: dict[str, Any] | None = None) -> list[str]:
    return [str(finding) for finding in check_oracle(case_with(root, oracle=oracle), at or AT)]


@pytest.mark.parametrize(("factor", "gap"), [("7.0", "3"), ("8.0001", "0.0003")])
def test_an_oracle_whose_gradient_is_not_that_of_its_objective_is_found(
    corpus_root: Path, factor: str, gap: str
) -> None:
    """A wrong truth would turn a right program into a bug."""
    found = oracle_findings(corpus_root, ORACLE.replace("8.0", factor))
    assert found == [f"sample/oracle: gradient of x differs from differences of the objective by {gap}"]


def test_one_wrong_element_of_an_oracle_is_found(corpus_root: Path) -> None:
    oracle = ORACLE.replace("8.0 * x", "8.0 * x + np.array([0.0, 0.0, 1e-3, 0.0])")
    assert oracle_findings(corpus_root, oracle) == [
        "sample/oracle: gradient of x differs from differences of the objective by 0.001"
    ]


def test_an_oracle_that_gives_nan_is_found(corpus_root: Path) -> None:
    """NaN compares false with everything, so that a careless check takes it for agreement."""
    found = oracle_findings(corpus_root, ORACLE.replace("8.0 * x", "8.0 * x * np.nan"))
    assert len(found) == 1
    assert "gradient of x" in found[0]


def test_an_oracle_without_a_gradient_has_nothing_to_prove(corpus_root: Path) -> None:
    assert oracle_findings(corpus_root, ORACLE.partition("def gradient")[0]) == []


def test_arrays_of_vectors_are_differenced_in_their_shape(corpus_root: Path) -> None:
    at = {"x": [[1.0, 2.0, 3.0], [0.5, 0.0, -1.0]]}
    right = """
import numpy as np
def objective(x):
    return float(np.sum(x[0] * x[1] ** 2))
def gradient(x):
    return {"x": np.stack([x[1] ** 2, 2.0 * x[0] * x[1]])}
"""
    assert oracle_findings(corpus_root / "right", right, at) == []
    assert len(oracle_findings(corpus_root / "wrong", right.replace("x[1] ** 2, 2.0", "x[1] ** 2, 3.0"), at)) == 1


def test_a_straight_through_gradient_is_held_against_its_surrogate_not_the_flat_objective(corpus_root: Path) -> None:
    flat = """
import numpy as np
def objective(x):
    return float(np.sum(np.round(x) ** 2))
def gradient(x):
    return {"x": 2.0 * np.round(x)}
def surrogate(at, x):
    return float(np.sum((np.round(at["x"]) + x - at["x"]) ** 2))
"""
    at = {"x": [1.2, -2.3, 0.6, 3.1]}
    assert oracle_findings(corpus_root / "right", flat, at) == []
    assert oracle_findings(corpus_root / "wrong", flat.replace("2.0 * np.round(x)}", "2.5 * np.round(x)}"), at) == [
        "sample/oracle: gradient of x differs from differences of the surrogate by 1.5"
    ]


def test_a_surrogate_without_a_gradient_is_found(corpus_root: Path) -> None:
    oracle = ORACLE.partition("def gradient")[0] + "def surrogate(at, x):\n    return 0.0\n"
    found = oracle_findings(corpus_root, oracle)
    assert found == ["sample/oracle: has a surrogate and no gradient that it could prove"]


@pytest.mark.parametrize(("stated", "found"), [("0.3", 0), ("-1.0", 0), ("1.2", 1)])
def test_at_a_kink_any_valid_subgradient_holds_and_no_other(corpus_root: Path, stated: str, found: int) -> None:
    oracle = f"""
import numpy as np
def objective(x):
    return float(np.sum(np.abs(x)))
def gradient(x):
    return {{"x": np.where(x == 0.0, {stated}, np.sign(x))}}
def bounds(x):
    return {{"x": (np.where(x == 0.0, -1.0, np.sign(x)), np.where(x == 0.0, 1.0, np.sign(x)))}}
"""
    assert len(oracle_findings(corpus_root, oracle, {"x": [0.0, 1.0, -2.0]})) == found


# --------------------------------------------------------------------------------------------- claims


def test_a_signature_that_is_not_the_claimed_one_is_found_with_numbers(corpus_root: Path) -> None:
    case = case_with(corpus_root, claim(">=1.0.0", "zero"))
    assert texts(case, measured("buggy", TRIPLED), good()) == [
        "sample/buggy on Warp 1.19.0: claimed zero, but shows factor 3 (relative error 2, input x)"
    ]


def test_a_repair_that_is_still_wrong_is_found(corpus_root: Path) -> None:
    found = texts(case_with(corpus_root), measured("buggy", TRIPLED), measured("fixed", [8.0, -16.0, 4.0, 25.0]))
    assert len(found) == 1
    assert found[0].startswith("sample/fixed on Warp 1.19.0: claimed correct, but shows sparse")


def test_a_bug_that_is_right_is_found(corpus_root: Path) -> None:
    found = texts(case_with(corpus_root), good("buggy"), good())
    assert len(found) == 1
    assert "claimed factor" in found[0]
    assert "but shows correct" in found[0]


@pytest.mark.parametrize(("claimed", "holds"), [(3.0, True), (3.02, True), (3.1, False), (2.0, False), (-3.0, False)])
def test_a_factor_is_claimed_with_its_number(corpus_root: Path, claimed: float, holds: bool) -> None:
    case = case_with(corpus_root, claim(">=1.0.0", "factor", factor=claimed))
    found = texts(case, measured("buggy", TRIPLED), good())
    says = f"sample/buggy on Warp 1.19.0: claimed factor {claimed:g}, but the factor is 3"
    assert found == ([] if holds else [says])


def test_a_claim_is_held_against_the_release_that_it_is_about(corpus_root: Path) -> None:
    case = case_with(corpus_root, claim("<1.13", "zero") + claim(">=1.13", "factor"))
    zero = [0.0, 0.0, 0.0, 0.0]
    old = [measured("buggy", zero, warp="1.12.1"), measured("fixed", TRUE, warp="1.12.1")]
    new = [measured("buggy", TRIPLED), good()]
    assert texts(case, *old, *new) == []
    assert texts(case, *old, *new, warp="1.12.1") == []
    swapped = [measured("buggy", TRIPLED, warp="1.12.1"), measured("fixed", TRUE, warp="1.12.1")]
    assert texts(case, *swapped, warp="1.12.1")[0].startswith("sample/buggy on Warp 1.12.1: claimed zero, but shows")


def test_a_build_of_ones_own_is_held_against_the_claims_of_its_release(corpus_root: Path) -> None:
    case = case_with(corpus_root, claim("<1.13", "zero") + claim(">=1.13", "factor"))
    label = "1.13.0.dev20260101@abcdef"
    assert texts(case, measured("buggy", TRIPLED, warp=label), measured("fixed", TRUE, warp=label), warp=label) == []


def test_a_program_that_runs_where_it_is_claimed_not_to_is_found(corpus_root: Path) -> None:
    case = case_with(corpus_root, unsupported(">=1.0.0"))
    assert texts(case, measured("buggy", TRIPLED), good()) == [
        "sample/buggy on Warp 1.19.0: claimed unsupported (no such call), but it ran and shows factor 3"
    ]


@pytest.mark.parametrize("outcome", [Outcome.CRASHED, Outcome.INVALID])
def test_a_program_that_fails_where_it_is_claimed_not_to_run_keeps_its_claim(
    corpus_root: Path, outcome: Outcome
) -> None:
    case = case_with(corpus_root, unsupported(">=1.0.0"))
    assert texts(case, entry("buggy", outcome, reason="no attribute"), good()) == []


@pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.ENVIRONMENT])
def test_a_timeout_or_a_broken_environment_proves_no_claim_of_unsupported(corpus_root: Path, outcome: Outcome) -> None:
    case = case_with(corpus_root, unsupported(">=1.0.0"))
    assert len(texts(case, entry("buggy", outcome, reason="too slow"), good())) == 1


@pytest.mark.parametrize("outcome", [Outcome.CRASHED, Outcome.TIMEOUT, Outcome.INVALID, Outcome.ENVIRONMENT])
@pytest.mark.parametrize("program", ["buggy", "fixed"])
def test_a_failure_where_a_signature_is_claimed_is_found_with_its_reason(
    corpus_root: Path, program: str, outcome: Outcome
) -> None:
    records = {"buggy": measured("buggy", TRIPLED), "fixed": good()}
    records[program] = entry(program, outcome, reason="ValueError: no luck (buggy.py:9)")
    found = texts(case_with(corpus_root), *records.values())
    assert len(found) == 1
    assert found[0].startswith(f"sample/{program} on Warp 1.19.0: claimed ")
    assert found[0].endswith(f"but {outcome}: ValueError: no luck (buggy.py:9)")


def test_a_program_without_a_measurement_proves_nothing(corpus_root: Path) -> None:
    found = texts(case_with(corpus_root), measured("buggy", TRIPLED))
    assert found == ["sample/fixed on Warp 1.19.0: claimed correct, but not run: not measured"]


def test_a_gradient_of_another_shape_than_the_oracles_is_found(corpus_root: Path) -> None:
    found = texts(case_with(corpus_root), measured("buggy", TRIPLED), measured("fixed", TRUE[:3]))
    assert len(found) == 1
    assert "but invalid: " in found[0]
    assert "gradient of x has shape (3,), the oracle's (4,)" in found[0]


def test_a_repair_with_another_loss_than_the_bug_is_found_unless_that_is_meant(corpus_root: Path) -> None:
    case = case_with(corpus_root)
    records = measured("buggy", TRIPLED, loss=60.0), good()
    assert texts(case, *records) == [
        "sample/fixed on Warp 1.19.0: loss 57, but buggy's is 60; say same_loss = false if that is meant"
    ]
    path = case.folder / "case.toml"
    path.write_text(path.read_text().replace("[story]", "same_loss = false\n[story]"))
    assert texts(load_case(case.folder), *records) == []


def test_a_right_gradient_of_another_objective_than_the_oracles_is_found(corpus_root: Path) -> None:
    """An offset in the loss has the same gradient and is another objective."""
    records = measured("buggy", TRIPLED, loss=58.0), measured("fixed", TRUE, loss=58.0)
    assert texts(case_with(corpus_root), *records) == [
        "sample/fixed on Warp 1.19.0: loss 58, the oracle's objective is 57"
    ]


def test_rounding_of_the_loss_is_no_finding(corpus_root: Path) -> None:
    records = measured("buggy", TRIPLED, loss=57.0001), measured("fixed", TRUE, loss=56.9999)
    assert texts(case_with(corpus_root), *records) == []


# ------------------------------------------------------------------------------------------- coverage


def test_claims_that_leave_a_release_out_are_found(corpus_root: Path) -> None:
    case = case_with(corpus_root, claim("<1.13", "zero") + claim(">1.13.0", "factor"))
    assert [str(finding) for finding in claims_cover(case, KNOWN)] == [
        "sample/buggy: 0 claims hold for Warp 1.13.0; there must be one"
    ]


def test_claims_that_overlap_are_found(corpus_root: Path) -> None:
    case = case_with(corpus_root, claim("<=1.13.0", "zero") + claim(">=1.13", "factor"))
    assert [str(finding) for finding in claims_cover(case, KNOWN)] == [
        "sample/buggy: 2 claims hold for Warp 1.13.0; there must be one"
    ]


def test_a_hole_in_the_claims_about_a_repair_is_found_too(corpus_root: Path) -> None:
    case = case_with(corpus_root, CLAIM + claim(">=1.0.1", "correct", program="fixed"))
    assert [finding.place for finding in claims_cover(case, KNOWN)] == ["sample/fixed"]


def test_claims_that_meet_are_no_finding(corpus_root: Path) -> None:
    case = case_with(corpus_root, unsupported("<1.3") + claim(">=1.3,<1.13", "zero") + claim(">=1.13", "factor"))
    assert claims_cover(case, KNOWN) == []
