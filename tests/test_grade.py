"""Grades. Each test is named after the mistake that it stops."""

from __future__ import annotations

import math

import pytest

from synthetic import (
    TOOL,
    TRUE,
    TWICE,
    by_coordinate,
    failed,
    make_case,
    measured,
    record,
    said,
    synthetic_tool,
)
from tapecheck.grade import evidence_from, grade_all, grade_cell, same_loss, truth_of
from tapecheck.probe.measure import MEASURE
from tapecheck.signature import classify
from tapecheck.vocabulary import Cause, Grade, Outcome, Signature, Verdict

FAILURES = (Outcome.UNSUPPORTED, Outcome.CRASHED, Outcome.TIMEOUT, Outcome.ENVIRONMENT, Outcome.INVALID)
OLD_IS_UNSUPPORTED = """
[[claim]]
program = "buggy"
warp = ">=1.13"
signature = "factor"
factor = 2.0
[[claim]]
program = "buggy"
warp = "<1.13"
unsupported = "no retain_grad before 1.13.0"
"""


@pytest.fixture(autouse=True, scope="module")
def _tool():
    with synthetic_tool():
        yield


@pytest.fixture
def case(tmp_path):
    return make_case(tmp_path)


def grade(case, tool_record, measure_record, program="buggy", warp="1.19.0"):
    chosen = next(each for each in case.programs if each.name == program)
    truth = truth_of(case, chosen, measure_record)
    return grade_cell(case, chosen, TOOL, warp, "cpu", tool_record, truth)


# Verdict against truth


@pytest.mark.parametrize(
    ("verdict", "consumed", "expected"),
    [
        (Verdict.FLAGGED, TWICE, Grade.CAUGHT),
        (Verdict.SILENT, TWICE, Grade.MISSED),
        (Verdict.ABSTAINED, TWICE, Grade.ABSTAINED),
        (Verdict.FLAGGED, TRUE, Grade.FALSE_ALARM),
        (Verdict.SILENT, TRUE, Grade.CLEAN),
        (Verdict.ABSTAINED, TRUE, Grade.ABSTAINED),
    ],
)
@pytest.mark.parametrize("program", ["buggy", "fixed"])
def test_a_verdict_is_held_against_the_measurement_and_not_against_the_name_of_the_file(
    case, program, verdict, consumed, expected
):
    """A buggy program that a release mends is right there, and a repair that does not repair is wrong."""
    assert grade(case, said(program, verdict), measured(program, consumed), program).grade is expected


@pytest.mark.parametrize("consumed", [[math.nan] * 4, [1.0, -2.0, 3.0, math.nan], [math.inf, -2.0, 3.0, 0.5]])
def test_a_gradient_with_nan_is_not_correct_so_a_flag_on_it_is_no_false_alarm(case, consumed):
    cell = grade(case, said("fixed", Verdict.FLAGGED), measured("fixed", consumed), "fixed")
    assert cell.grade is Grade.CAUGHT
    assert cell.truth.reading.signature is Signature.NONFINITE


@pytest.mark.parametrize(("named", "expected"), [(Cause.OVERWRITE, True), (Cause.ALIAS, False), (None, None)])
def test_a_wrongly_named_cause_does_not_count_as_right_and_no_name_counts_as_neither(case, named, expected):
    assert grade(case, said("buggy", Verdict.FLAGGED, named), measured("buggy", TWICE)).named_cause is expected


def test_a_cause_named_in_a_false_alarm_is_not_a_cause_found(case):
    cell = grade(case, said("fixed", Verdict.FLAGGED, Cause.OVERWRITE), measured("fixed", TRUE), "fixed")
    assert cell.grade is Grade.FALSE_ALARM
    assert cell.named_cause is None


# Cells without a verdict


@pytest.mark.parametrize("outcome", FAILURES)
@pytest.mark.parametrize(("program", "consumed"), [("buggy", TWICE), ("fixed", TRUE)])
def test_a_failed_run_is_neither_missed_nor_clean(case, outcome, program, consumed):
    cell = grade(case, failed(program, TOOL, outcome, "exit status 11"), measured(program, consumed), program)
    assert cell.grade.value == outcome.value
    assert cell.reason == "exit status 11"


def test_a_cell_without_record_is_not_run_and_not_clean(case):
    assert grade(case, None, measured("fixed", TRUE), "fixed").grade is Grade.NOT_RUN


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_on_a_program_that_nobody_measured_is_invalid(case, verdict):
    """Without a truth "flagged" is neither caught nor a false alarm."""
    cell = grade(case, said("buggy", verdict), None)
    assert cell.grade is Grade.INVALID
    assert cell.reason == "the program's truth is unknown: not measured"


@pytest.mark.parametrize("outcome", FAILURES)
@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_on_a_program_that_could_not_be_measured_is_invalid(case, outcome, verdict):
    """An oracle that crashes is no crash of the tools that did their work."""
    cell = grade(case, said("buggy", verdict), failed("buggy", MEASURE, outcome, "raised"))
    assert cell.grade is (Grade.UNSUPPORTED if outcome is Outcome.UNSUPPORTED else Grade.INVALID)
    assert cell.reason.endswith("raised")
    assert not cell.truth.is_wrong


@pytest.mark.parametrize(
    "signals",
    [
        {"consumed": {"y": TRUE}, "truth": {"x": TRUE}},
        {"consumed": {"x": TRUE[:2]}, "truth": {"x": TRUE}},
    ],
)
def test_a_measurement_that_does_not_fit_the_oracle_is_invalid_and_stops_no_report(case, signals):
    broken = record("buggy", MEASURE, Outcome.COMPLETED, {"loss": 1.0, "oracle_loss": 1.0, **signals})
    cell = grade(case, said("buggy", Verdict.FLAGGED), broken)
    assert cell.grade is Grade.INVALID
    assert cell.reason


# Unsupported


@pytest.mark.parametrize(
    ("warp", "outcome", "expected"),
    [
        ("1.12.1", Outcome.CRASHED, Grade.UNSUPPORTED),
        ("1.12.1", Outcome.INVALID, Grade.UNSUPPORTED),
        ("1.13.0", Outcome.CRASHED, Grade.CRASHED),
        ("1.19.0", Outcome.CRASHED, Grade.CRASHED),
        # Slowness and a missing release are not what the claim is about.
        ("1.12.1", Outcome.TIMEOUT, Grade.TIMEOUT),
        ("1.12.1", Outcome.ENVIRONMENT, Grade.ENVIRONMENT),
    ],
)
def test_a_crash_passes_for_unsupported_only_where_the_case_claims_it(tmp_path, warp, outcome, expected):
    case = make_case(tmp_path, claims=OLD_IS_UNSUPPORTED)
    truth = truth_of(case, case.programs[0], failed("buggy", MEASURE, outcome, "AttributeError", warp=warp))
    assert truth.grade is expected
    assert truth.reading is None
    assert truth.reason == ("no retain_grad before 1.13.0" if expected is Grade.UNSUPPORTED else "AttributeError")


def test_a_claim_about_the_buggy_program_excuses_no_crash_of_the_repair(tmp_path):
    case = make_case(tmp_path, claims=OLD_IS_UNSUPPORTED)
    truth = truth_of(case, case.role("fixed")[0], failed("fixed", MEASURE, Outcome.CRASHED, warp="1.12.1"))
    assert truth.grade is Grade.CRASHED


def test_a_program_that_runs_where_it_is_claimed_not_to_shows_what_it_does(tmp_path):
    case = make_case(tmp_path, claims=OLD_IS_UNSUPPORTED)
    assert truth_of(case, case.programs[0], measured("buggy", TWICE, warp="1.12.1")).is_wrong


# The matrix


def test_no_cell_of_the_matrix_is_left_out(tmp_path):
    """A denominator that shrinks with every failure flatters the tool that fails most."""
    cases = [make_case(tmp_path, "one", programs=("buggy", "fixed", "lookalike")), make_case(tmp_path, "two")]
    records = by_coordinate(measured("buggy", TWICE, case="one"), said("buggy", Verdict.FLAGGED, case="one"))
    cells = grade_all(cases, iter([TOOL, "gradcheck"]), iter(["1.18.0", "1.19.0"]), "cpu", records)
    assert len(cells) == len({(c.case, c.program, c.tool, c.warp) for c in cells}) == (3 + 2) * 2 * 2
    assert [c.grade for c in cells].count(Grade.NOT_RUN) == len(cells) - 1


def test_a_record_of_another_release_or_device_is_not_taken_for_this_one(case):
    records = by_coordinate(
        measured("buggy", TWICE, warp="1.18.0"), said("buggy", Verdict.FLAGGED, warp="1.18.0"),
        measured("buggy", TWICE, device="cuda:0"), said("buggy", Verdict.FLAGGED, device="cuda:0"),
    )  # fmt: skip
    cells = grade_all([case], [TOOL], ["1.19.0"], "cpu", records)
    assert {cell.grade for cell in cells} == {Grade.NOT_RUN}


# Evidence


def test_all_that_was_measured_reaches_the_classifier():
    signals = {
        "consumed": {"x": TWICE}, "truth": {"x": TRUE}, "windowed": {"x": TWICE}, "differences": {"x": TRUE},
        "bounds": {"x": [[0.0] * 4, [1.0] * 4]},
        "horizon": [{"steps": 5, "consumed": {"x": TRUE}, "truth": {"x": TRUE}}],
        "iterations": [{"consumed": {"x": TWICE}, "truth": {"x": TRUE}}],
    }  # fmt: skip
    evidence = evidence_from(signals, 0.01)
    assert evidence.consumed["x"].tolist() == TWICE
    assert evidence.truth["x"].tolist() == TRUE
    assert evidence.windowed["x"].tolist() == TWICE
    assert evidence.differences["x"].tolist() == TRUE
    assert [end.tolist() for end in evidence.bounds["x"]] == [[0.0] * 4, [1.0] * 4]
    assert evidence.horizon[0][0] == 5
    assert evidence.iterations[0][0]["x"].tolist() == TWICE
    assert evidence.tolerance == 0.01


def test_differences_that_were_not_taken_are_no_differences():
    signals = {"consumed": {"x": TWICE}, "truth": {"x": TRUE}, "differences": None}
    assert evidence_from(signals, 1e-3).differences is None
    assert classify(evidence_from(signals, 1e-3)).signature is Signature.FACTOR


def test_a_case_is_held_to_its_own_tolerance(tmp_path):
    consumed = [value * factor for value, factor in zip(TRUE, (1.01, 0.99, 1.01, 0.99), strict=True)]
    strict, loose = make_case(tmp_path, "strict"), make_case(tmp_path, "loose", tolerance=0.05)
    assert truth_of(strict, strict.programs[0], measured("buggy", consumed)).is_wrong
    assert not truth_of(loose, loose.programs[0], measured("buggy", consumed)).is_wrong


def test_a_loss_that_is_nan_agrees_with_no_loss():
    assert same_loss(1.0, 1.0 + 1e-6)
    assert not same_loss(1.0, 1.01)
    assert not same_loss(math.nan, 1.0)
    assert not same_loss(1.0, math.nan)
    assert not same_loss(math.nan, math.nan)
