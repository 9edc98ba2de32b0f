"""Tables, their formats and `tapecheck report`: what is counted, and that nothing is dropped."""

from __future__ import annotations

import csv
import importlib
import io
import json
import re
from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer import Typer
from typer.testing import CliRunner

from synthetic import (
    TOOL,
    TRUE,
    TWICE,
    by_coordinate,
    failed,
    graded,
    make_case,
    measured,
    said,
    synthetic_tool,
    truth,
)
from tapecheck.errors import InputError
from tapecheck.grade import grade_all
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.tools import TOOLS
from tapecheck.publish import WRITERS, render
from tapecheck.records import Store
from tapecheck.stats import clopper_pearson, youden_interval
from tapecheck.tables import USUAL, Table, build_tables, by_release, cells, coverage, newest, scorecard, signatures
from tapecheck.tables._scorecard import COUNTS
from tapecheck.vocabulary import Cause, Grade, Outcome, Signature, Verdict

NAN = float("nan")
WRONG, RIGHT = truth(Signature.FACTOR), truth(Signature.CORRECT)
#: One wrong element of four: sparse, whose error is e / |TRUE|.
SPARSE = [1.0, -2.0, 3.0, 0.9]


@pytest.fixture(autouse=True, scope="module")
def _tool():
    with synthetic_tool():
        yield


def rows(table: Table) -> list[dict[str, object]]:
    return table.frame.to_dict("records")


def row(table: Table, case: str = "made-up") -> dict[str, object]:
    (found,) = [entry for entry in rows(table) if entry["case"] == case]
    return found


# Releases


def test_releases_are_sorted_as_versions_and_own_builds_come_last():
    labels = ["1.9.0", "1.20.0@0a1b2c", "1.10.1", "odd", "1.10.0", "1.19.0@ffffff", "1.9.0"]
    assert by_release(labels) == ["1.9.0", "1.10.0", "1.10.1", "odd", "1.19.0@ffffff", "1.20.0@0a1b2c"]
    assert newest(labels) == "1.10.1"
    assert newest(["1.19.0@ffffff"]) == "1.19.0@ffffff"
    with pytest.raises(ValueError, match="no releases"):
        newest([])


# Signatures


def test_signatures_show_what_was_measured_with_its_number(tmp_path):
    case = make_case(tmp_path)
    records = by_coordinate(
        measured("buggy", TWICE, warp="1.9.0"), measured("fixed", TRUE, warp="1.9.0"),
        measured("buggy", [NAN] * 4, warp="1.10.0"), measured("fixed", TRUE, warp="1.10.0"),
        measured("buggy", SPARSE, warp="1.11.0"), measured("fixed", TRUE, warp="1.11.0"),
        measured("buggy", TRUE, warp="1.12.0"), measured("fixed", TRUE, warp="1.12.0"),
    )  # fmt: skip
    table = signatures([case], ["1.12.0", "1.9.0", "1.11.0", "1.10.0"], "cpu", records)
    assert list(table.frame.columns) == ["case", "1.9.0", "1.10.0", "1.11.0", "1.12.0", "fixed"]
    assert list(row(table).values()) == [
        "made-up", "factor 2", "nonfinite", "sparse 0.11", "correct", "agrees in 4 of 4",
    ]  # fmt: skip


def test_a_program_that_could_not_be_measured_shows_why_and_is_not_correct(tmp_path):
    outcomes = [Outcome.UNSUPPORTED, Outcome.CRASHED, Outcome.TIMEOUT, Outcome.ENVIRONMENT, Outcome.INVALID]
    warps = [f"1.{minor}.0" for minor in range(10, 16)]
    records = by_coordinate(
        *(failed(program, MEASURE, outcome, warp=warp) for program in ("buggy", "fixed")
          for outcome, warp in zip(outcomes, warps, strict=False))
    )  # fmt: skip
    shown = row(signatures([make_case(tmp_path)], warps, "cpu", records))
    assert [shown[warp] for warp in warps] == [*map(str, outcomes), "not run"]
    assert shown["fixed"] == (
        "agrees in 0 of 6 (1 unsupported, 1 crashed, 1 timeout, 1 environment, 1 invalid, 1 not run)"
    )


def test_a_repair_that_is_wrong_is_marked_where_it_is_and_counted(tmp_path):
    case = make_case(tmp_path, programs=("buggy", "fixed", "fixed_clone", "lookalike"))
    records = by_coordinate(
        *(measured(program, TRUE, warp=warp) for program in ("fixed", "fixed_clone", "lookalike")
          for warp in ("1.18.0", "1.19.0")),
        measured("buggy", TWICE, warp="1.18.0"), measured("buggy", TWICE, warp="1.19.0"),
    )  # fmt: skip
    bad = by_coordinate(measured("fixed_clone", TWICE, warp="1.18.0"), failed("lookalike", MEASURE, Outcome.CRASHED))
    table = signatures([case], ["1.18.0", "1.19.0"], "cpu", records)
    assert list(row(table).values()) == ["made-up", "factor 2", "factor 2", "agrees in 4 of 4", "agrees in 2 of 2"]
    assert not any(note.startswith(("!", "?")) for note in table.notes)
    table = signatures([case], ["1.18.0", "1.19.0"], "cpu", records | bad)
    assert list(row(table).values()) == [
        "made-up", "factor 2 !fixed_clone", "factor 2 ?lookalike",
        "agrees in 3 of 4 (1 differs)", "agrees in 1 of 2 (1 crashed)",
    ]  # fmt: skip
    assert [note[0] for note in table.notes if note.startswith(("!", "?"))] == ["!", "?"]


def test_every_buggy_program_has_a_row(tmp_path):
    claim = '[[claim]]\nprogram = "{}"\nwarp = ">=1.0.0"\nsignature = "wrong"\n'
    case = make_case(
        tmp_path,
        programs=("buggy", "buggy_vector", "fixed"),
        claims=claim.format("buggy") + claim.format("buggy_vector"),
    )
    table = signatures([case], ["1.19.0"], "cpu", by_coordinate(measured("buggy_vector", TWICE)))
    assert [(entry["case"], entry["1.19.0"]) for entry in rows(table)] == [
        ("made-up/buggy", "not run"), ("made-up/buggy_vector", "factor 2 ?fixed"),
    ]  # fmt: skip


def test_many_releases_are_shown_as_ranges_that_leave_none_out(tmp_path):
    warps = [f"1.{minor}.0" for minor in range(1, 13)]
    bent = [1.0, -2.0, 3.0, 1.0]
    shown = [TWICE] * 3 + [SPARSE, bent, SPARSE] + [TRUE] * 5
    records = by_coordinate(
        *(measured("buggy", consumed, warp=warp) for consumed, warp in zip(shown, warps, strict=False)),
        *(measured("fixed", TRUE, warp=warp) for warp in warps),
    )
    table = signatures([make_case(tmp_path)], warps, "cpu", records)
    assert list(table.frame.columns) == ["case", *warps, "fixed"], "csv and json have a column for each"
    (view,) = table.shown
    assert view.iloc[0]["signature by release"] == (
        "factor 2 (1.1.0 to 1.3.0); sparse 0.11 to 0.13 (1.4.0 to 1.6.0); correct (1.7.0 to 1.11.0); not run (1.12.0)"
    )
    everywhere = by_coordinate(*(measured("buggy", TWICE, warp=warp) for warp in warps))
    (view,) = signatures([make_case(tmp_path, "same")], warps, "cpu", everywhere).shown
    assert view.iloc[0]["signature by release"] == "not run (all)"


# Coverage


def cover(*cells):
    return coverage(cells, "1.19.0")


def test_coverage_shows_the_signature_each_tools_word_and_the_correct_programs_flagged():
    table = cover(
        graded(Grade.CAUGHT, WRONG, tool="a"),
        graded(Grade.MISSED, WRONG, tool="b"),
        graded(Grade.CRASHED, WRONG, tool="c"),
        graded(Grade.FALSE_ALARM, RIGHT, tool="a", program="fixed"),
        graded(Grade.FALSE_ALARM, RIGHT, tool="a", program="lookalike"),
        graded(Grade.FALSE_ALARM, RIGHT, tool="b", program="fixed"),
        graded(Grade.CLEAN, RIGHT, tool="b", program="lookalike"),
        graded(Grade.TIMEOUT, RIGHT, tool="c", program="fixed"),
        graded(Grade.ABSTAINED, RIGHT, tool="c", program="lookalike"),
    )
    (view,) = table.shown
    assert view.to_dict("records") == [
        {"case": "made-up", "signature": "factor 2", "a": "caught", "b": "missed", "c": "crashed"},
    ]
    assert table.frame["false alarms"].tolist() == ["fixed: a, b; lookalike: a"]
    assert "false alarms of a: made-up/fixed, made-up/lookalike." in table.notes
    assert "false alarms of b: made-up/fixed." in table.notes
    assert (
        "On the programs without a row (fixed, lookalike): 3 false alarm, 1 clean, 1 abstained, 1 timeout."
        in table.notes
    )


@pytest.mark.parametrize(
    ("kind", "text"),
    [("bug", "correct (inert)"), ("limit", "correct (inert)"), ("control", "correct (control)"),
     ("instrument", "correct (instrument)")],
)  # fmt: skip
def test_a_buggy_program_that_is_right_says_so_beside_the_false_alarm(kind, text):
    table = cover(graded(Grade.FALSE_ALARM, RIGHT, kind=kind))
    assert row(table)["signature"] == text
    assert row(table)[TOOL] == "false alarm"
    assert any(note.startswith(("inert:", "control,")) for note in table.notes)


def test_a_repair_that_is_wrong_has_a_row_of_its_own():
    """Or a bug in it would be caught or missed where nobody sees it."""
    table = cover(graded(Grade.CAUGHT, WRONG), graded(Grade.MISSED, WRONG, program="fixed_clone"))
    (view,) = table.shown
    assert [tuple(entry) for entry in view[["case", TOOL]].to_numpy()] == [
        ("made-up/buggy", "caught"), ("made-up/fixed_clone", "missed"),
    ]  # fmt: skip


def test_false_alarms_are_named_once_where_a_case_has_two_buggy_programs():
    table = cover(
        graded(Grade.CAUGHT, WRONG), graded(Grade.CAUGHT, WRONG, program="buggy_b"),
        graded(Grade.FALSE_ALARM, RIGHT, program="fixed"),
    )  # fmt: skip
    assert [entry["false alarms"] for entry in rows(table)] == [f"fixed: {TOOL}", ""]


def test_coverage_of_a_release_holds_no_cell_of_another():
    cells = [graded(Grade.CAUGHT, WRONG), graded(Grade.MISSED, WRONG, warp="1.18.0")]
    assert row(coverage(cells, "1.18.0"))[TOOL] == "missed"
    assert row(coverage(cells, "1.19.0"))[TOOL] == "caught"


def test_why_a_tool_is_unsupported_stands_below_the_table_and_counts_its_cells():
    cells = [
        graded(Grade.UNSUPPORTED, WRONG, reason="no\n warp.autograd"),
        graded(Grade.UNSUPPORTED, RIGHT, program="fixed", reason="no warp.autograd"),
        graded(Grade.CRASHED, RIGHT, program="lookalike", reason="signal 11"),
    ]
    notes = cover(*cells).notes
    assert f"unsupported, no warp.autograd: {TOOL} 2." in notes
    assert f"crashed, {TOOL} on made-up/lookalike: signal 11" in notes


def test_every_cell_says_why() -> None:
    """A grade without its reason sends the reader to the database."""
    found = [
        graded(Grade.CRASHED, WRONG, reason="signal\n 11"),
        graded(Grade.CLEAN, RIGHT, program="fixed", reason="ok"),
    ]
    rows = cells(found).frame
    assert rows["grade"].tolist() == ["crashed", "clean"]
    assert rows.iloc[:, -1].tolist() == ["signal 11", "ok"]


drawn_cells = st.tuples(
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from(["buggy", "fixed", "lookalike"]),
    st.sampled_from(list(Grade)),
    st.sampled_from([WRONG, RIGHT, truth(None)]),
)


@given(st.lists(drawn_cells, max_size=12))
def test_every_cell_is_in_a_row_of_the_coverage_or_counted_below_it(drawn):
    unique = {(case, program): (grade, of) for case, program, grade, of in drawn}
    cells = [graded(grade, of, case=case, program=program) for (case, program), (grade, of) in unique.items()]
    table = cover(*cells)
    in_rows = Counter(entry[TOOL] for entry in rows(table))
    below = [note for note in table.notes if note.startswith("On the programs without a row")]
    counted = Counter({name: int(count) for count, name in re.findall(r"(\d+) ([a-z ]+?)[,.]", "".join(below))})
    assert in_rows + counted == Counter(str(cell.grade) for cell in cells)


# Scorecard


def test_scorecard_of_a_hand_counted_example():
    cells = [
        *[graded(Grade.CAUGHT, WRONG, named=True)] * 3, graded(Grade.CAUGHT, WRONG, named=False),
        graded(Grade.CAUGHT, WRONG),
        *[graded(Grade.MISSED, WRONG)] * 2, graded(Grade.ABSTAINED, WRONG), graded(Grade.CRASHED, WRONG),
        graded(Grade.TIMEOUT, WRONG), graded(Grade.INVALID, WRONG),
        graded(Grade.FALSE_ALARM, RIGHT), *[graded(Grade.CLEAN, RIGHT)] * 4, graded(Grade.ABSTAINED, RIGHT),
        graded(Grade.CRASHED, RIGHT), graded(Grade.TIMEOUT, RIGHT),
        # In no rate: what a release lacks, what was not set up, not run, or has no truth to hold it against.
        graded(Grade.UNSUPPORTED, WRONG), graded(Grade.UNSUPPORTED, RIGHT), graded(Grade.ENVIRONMENT, WRONG),
        graded(Grade.NOT_RUN, RIGHT), graded(Grade.INVALID, truth(None)), graded(Grade.CRASHED, truth(None)),
    ]  # fmt: skip
    (found,) = rows(scorecard(cells))
    low, high = clopper_pearson(5, 11)
    alarm_low, alarm_high = clopper_pearson(1, 8)
    j_low, j_high = youden_interval(5, 11, 1, 8)
    assert found == {
        "tool": TOOL, "warp": "1.19.0",
        "caught": 5, "missed": 2, "abstained_wrong": 1, "false_alarm": 1, "clean": 4, "abstained_right": 1,
        "unsupported": 2, "crashed": 3, "timeout": 2, "environment": 1, "invalid": 2, "not_run": 1, "total": 25,
        "wrong_run": 11, "recall": round(5 / 11, 6), "recall_low": round(low, 6), "recall_high": round(high, 6),
        "recall_of_verdicts": round(5 / 7, 6),
        "right_run": 8, "false_alarm_rate": 0.125, "false_alarm_low": round(alarm_low, 6),
        "false_alarm_high": round(alarm_high, 6), "false_alarm_rate_of_verdicts": 0.2,
        "youden_j": round(5 / 11 - 0.125, 6), "youden_low": round(j_low, 6), "youden_high": round(j_high, 6),
        "cause_named": 4, "cause_right": 3,
    }  # fmt: skip


def test_a_tool_that_was_never_run_has_no_recall_of_nought():
    (found,) = rows(scorecard([graded(Grade.NOT_RUN, WRONG), graded(Grade.UNSUPPORTED, RIGHT)]))
    rates = {name: found[name] for name in found if name.startswith(("recall", "false_alarm_", "youden"))}
    assert set(rates.values()) == {None}


def test_failing_on_a_bug_does_not_raise_the_recall_of_a_tool():
    caught = [graded(Grade.CAUGHT, WRONG)]
    for grade in (Grade.MISSED, Grade.ABSTAINED, Grade.CRASHED, Grade.TIMEOUT, Grade.INVALID):
        (found,) = rows(scorecard([*caught, graded(grade, WRONG)]))
        assert found["recall"] == 0.5, grade


def test_releases_and_tools_are_counted_apart():
    cells = [
        graded(Grade.CAUGHT, WRONG, tool="a", warp="1.10.0"), graded(Grade.MISSED, WRONG, tool="a", warp="1.9.0"),
        graded(Grade.MISSED, WRONG, tool="b", warp="1.10.0"),
    ]  # fmt: skip
    found = [(entry["tool"], entry["warp"], entry["recall"]) for entry in rows(scorecard(cells))]
    assert found == [("a", "1.9.0", 0.0), ("a", "1.10.0", 1.0), ("b", "1.10.0", 0.0)]


any_graded = st.builds(
    graded,
    st.sampled_from(list(Grade)),
    st.sampled_from([WRONG, RIGHT, truth(None), truth(Signature.NONFINITE)]),
    tool=st.sampled_from(["a", "b"]),
    warp=st.sampled_from(["1.9.0", "1.10.0", "1.19.0@abc"]),
    named=st.sampled_from([None, True, False]),
)


@given(st.lists(any_graded, max_size=30))
def test_the_counts_of_a_row_add_up_and_no_cell_is_lost(cells):
    """A grade without a column, or one counted twice, would change every rate in silence."""
    table = scorecard(cells)
    assert sum(entry["total"] for entry in rows(table)) == len(cells)
    for entry in rows(table):
        mine = [cell for cell in cells if (cell.tool, cell.warp) == (entry["tool"], entry["warp"])]
        assert sum(entry[column] for column in COUNTS) == entry["total"] == len(mine)
        for grade in Grade:
            column = str(grade).replace(" ", "_")
            if grade not in (Grade.ABSTAINED, Grade.INVALID):
                assert entry[column] == sum(cell.grade is grade for cell in mine)


outcomes = st.sampled_from([None, *Outcome])
verdicts = st.sampled_from(list(Verdict))


def _record(program, tool, outcome, completed):
    """The record of a cell, or none; what it holds if it completed is given."""
    if outcome is None or outcome is Outcome.NOT_RUN:
        return []
    return [completed if outcome is Outcome.COMPLETED else failed(program, tool, outcome)]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_records_of_any_outcome_end_in_exactly_one_column(tmp_path_factory, data):
    case = make_case(tmp_path_factory.mktemp("corpus"), programs=("buggy", "fixed", "lookalike"))
    records = []
    for program in ("buggy", "fixed", "lookalike"):
        consumed = data.draw(st.sampled_from([TRUE, TWICE, [NAN] * 4, TRUE[:2]]))
        verdict = data.draw(verdicts)
        records += _record(program, MEASURE, data.draw(outcomes), measured(program, consumed))
        records += _record(program, TOOL, data.draw(outcomes), said(program, verdict))
    graded_cells = grade_all([case], [TOOL], ["1.19.0"], "cpu", by_coordinate(*records))
    (found,) = rows(scorecard(graded_cells))
    assert sum(found[column] for column in COUNTS) == found["total"] == 3
    on_wrong = sum(cell.truth.is_wrong for cell in graded_cells)
    on_right = sum(cell.truth.reading is not None for cell in graded_cells) - on_wrong
    assert found["wrong_run"] <= on_wrong
    assert found["right_run"] <= on_right


def test_people_see_every_count_and_what_the_rates_are_taken_over():
    rates, counts = scorecard(
        [graded(Grade.CAUGHT, WRONG), graded(Grade.CRASHED, WRONG), graded(Grade.CLEAN, RIGHT)]
    ).shown
    assert rates.iloc[0]["recall"] == "0.50 [0.01, 0.99] 1 of 2"
    assert rates.iloc[0]["recall of verdicts"] == "1.00 1 of 1"
    assert len(counts.columns) == len(COUNTS) + 2
    text = render([scorecard([graded(Grade.CAUGHT, WRONG)])], "text")
    assert "recall: caught / the wrong programs that the tool ran on" in text


# All tables


@pytest.fixture
def cases(tmp_path):
    return [make_case(tmp_path, "one"), make_case(tmp_path, "two", kind="control")]


@pytest.fixture
def records():
    found = []
    for warp in ("1.9.0", "1.10.0"):
        for name in ("one", "two"):
            place = {"case": name, "warp": warp}
            found += [
                measured("buggy", TWICE if name == "one" else TRUE, **place), measured("fixed", TRUE, **place),
                said("buggy", Verdict.FLAGGED, Cause.OVERWRITE, **place), said("fixed", Verdict.SILENT, **place),
            ]  # fmt: skip
    return by_coordinate(*found, measured("buggy", TWICE, case="one", warp="1.19.0", device="cuda:0"))


def test_without_a_choice_there_is_every_table_and_coverage_of_the_newest_release_of_the_device(cases, records):
    built = build_tables(cases, records, [], [], "cpu", [TOOL])
    assert [table.name for table in built] == list(USUAL)
    assert [table.warps for table in built] == [("1.9.0", "1.10.0"), ("1.10.0",), ("1.9.0", "1.10.0")]
    assert {table.device for table in built} == {"cpu"}


def test_chosen_releases_have_a_coverage_each(cases, records):
    built = build_tables(cases, records, ["coverage"], ["1.10.0", "1.9.0"], "cpu", [TOOL])
    assert [table.warps for table in built] == [("1.9.0",), ("1.10.0",)]


def test_a_misspelt_table_is_refused_and_not_left_out(cases, records):
    with pytest.raises(InputError, match="one of signatures, coverage, scorecard"):
        build_tables(cases, records, ["coverage", "scores"], [], "cpu", [TOOL])
    with pytest.raises(InputError, match="nothing is recorded on cuda:7"):
        build_tables(cases, records, [], [], "cuda:7", [TOOL])


def test_tables_without_any_record_or_case_can_be_written(cases):
    for chosen in (cases, []):
        built = build_tables(chosen, {}, [], ["1.19.0"], "cpu", [TOOL])
        for form in WRITERS:
            assert render(built, form)


# Formats


@pytest.fixture
def built(cases, records):
    return build_tables(cases, records, [], [], "cpu", [TOOL])


def test_json_is_strict_and_holds_what_the_frames_hold(built):
    nothing = scorecard([graded(Grade.NOT_RUN, WRONG)])
    loaded = json.loads(
        render([*built, nothing], "json"), parse_constant=lambda name: pytest.fail(f"{name} is no JSON")
    )
    assert [entry["table"] for entry in loaded] == [*USUAL, "scorecard"]
    assert loaded[0].keys() == {"table", "title", "warp", "device", "notes", "records"}
    assert loaded[0]["records"][0]["1.9.0"] == "factor 2"
    assert loaded[2]["records"][0]["caught"] == 1
    assert loaded[3]["records"][0]["recall"] is None


def test_nan_in_a_frame_becomes_null_and_a_dash():
    table = replace(scorecard([]), frame=pd.DataFrame({"share": [0.5, NAN]}), views=(), notes=())
    assert json.loads(render([table], "json"))[0]["records"] == [{"share": 0.5}, {"share": None}]
    assert render([table], "text").split()[-2:] == ["0.5", "-"]


def test_csv_of_one_table_is_pure_csv_and_counts_stay_whole(built):
    nothing = scorecard([graded(Grade.NOT_RUN, WRONG, tool="never")])
    found = list(csv.DictReader(io.StringIO(render([built[2], nothing], "csv"))))
    assert [entry["tool"] for entry in found] == [TOOL, TOOL, "never"], "tables of one kind become one"
    assert [entry["caught"] for entry in found] == ["1", "1", "0"]
    assert found[2]["recall"] == "", "no rate is not a rate of nought"
    assert len(pd.read_csv(io.StringIO(render([built[2]], "csv"), newline=""))) == 2


def test_csv_of_several_tables_says_where_each_begins(built):
    parts = render(built, "csv").split("\n\n")
    assert [part.split("\n")[0] for part in parts] == [f"# {name}" for name in USUAL]


def test_text_and_markdown_cut_nothing_off(tmp_path):
    reason = "word " * 60 + "end-of-the-reason"
    table = cover(
        *(graded(Grade.UNSUPPORTED, WRONG, tool=f"tool-with-a-long-name-{n}", reason=reason) for n in range(30))
    )
    for form in ("text", "markdown"):
        text = " ".join(render([table], form).split())
        assert all(f"tool-with-a-long-name-{n}" in text for n in range(30))
        assert "end-of-the-reason" in text
        assert "..." not in text
    lines = render([table], "text").splitlines()
    assert max(map(len, lines)) > 500, "rows are not wrapped"


def test_text_leaves_releases_as_they_are():
    """tabulate turns "1.10" into 1.1 unless told not to."""
    table = coverage([graded(Grade.CAUGHT, WRONG, warp="1.10", case="1.10", tool="1.10")], "1.10")
    for form in ("text", "markdown"):
        assert "1.10" in render([table], form).splitlines()[2]
        assert not re.search(r"1\.1\b", render([table], form))


def test_markdown_keeps_bars_and_tags_out_of_the_table_syntax():
    table = cover(graded(Grade.UNSUPPORTED, WRONG, tool="a|b", reason="wants <this>|that"))
    text = render([table], "markdown")
    assert "a\\|b" in text
    assert "\\<this>\\|that" in text
    grid = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in grid}) == 1


def test_no_number_is_shown_as_nan():
    text = render([scorecard([graded(Grade.NOT_RUN, WRONG)])], "text")
    assert "nan" not in text.lower().split()
    assert "None" not in text


# The command


@pytest.fixture
def run(cases, records, tmp_path, monkeypatch):
    """Run `tapecheck report` on a store that holds the records."""
    module = importlib.import_module("tapecheck.cli.report")
    monkeypatch.setattr(module, "load_corpus", lambda: cases)
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        for record in records.values():
            store.add(record)
    app = Typer()
    app.command("report")(module.report)

    def call(*arguments, store=path):
        return CliRunner().invoke(app, ["--store", str(store), *arguments])

    return call


def refusal(result) -> str:
    assert isinstance(result.exception, InputError), result.output
    assert result.stdout == ""
    return str(result.exception)


def test_report_prints_every_table_and_runs_nothing(run):
    """The tool of these tests raises when it is made to examine a program."""
    result = run()
    assert result.exit_code == 0, result.output
    for title in ("Signatures of the buggy programs", "Coverage, Warp 1.10.0", "Scorecard"):
        assert title in result.stdout
    assert "correct (control)" in result.stdout


def test_report_is_the_same_twice(run):
    assert run().stdout == run().stdout


@pytest.mark.parametrize("form", list(WRITERS))
def test_report_writes_only_the_table_to_standard_output(run, form):
    result = run("--table", "coverage", "--format", form)
    assert "no records of" in result.stderr, "tools without records are mentioned"
    assert "no records of" not in result.stdout
    assert "\x1b" not in result.stdout


def test_report_is_restricted_by_case_release_and_tool(run):
    result = run(
        "--table", "signatures", "--table", "scorecard", "--case", "tw*", "--warp", "1.9.0", "--format", "json"
    )
    signature, score = json.loads(result.stdout)
    assert [entry["case"] for entry in signature["records"]] == ["two"]
    assert signature["warp"] == score["warp"] == ["1.9.0"]
    result = run("--table", "scorecard", "--tool", "gradcheck", "--format", "json")
    assert {(entry["tool"], entry["not_run"]) for entry in json.loads(result.stdout)[0]["records"]} == {
        ("gradcheck", 4)
    }


def test_report_names_what_there_is_when_asked_for_what_there_is_not(run):
    text = refusal(run("--tool", "gradchek"))
    assert all(name in text for name in TOOLS)
    assert "there are 1.9.0, 1.10.0" in refusal(run("--warp", "1.8.0"))
    assert "give --device cpu or cuda:0" in refusal(run("--device", "cuda:1"))
    assert "no case matches" in refusal(run("--case", "three"))


def test_report_of_no_store_or_an_empty_one_says_how_to_fill_it(run, tmp_path):
    missing = tmp_path / "missing.sqlite"
    assert "tapecheck bench" in refusal(run(store=missing))
    assert not missing.exists(), "a report makes no store"
    with Store(tmp_path / "empty.sqlite"):
        pass
    assert "holds no records" in refusal(run(store=tmp_path / "empty.sqlite"))


def test_report_mentions_records_that_it_cannot_show(run, tmp_path):
    with Store(tmp_path / "store.sqlite") as store:
        store.add(measured("buggy", TWICE, case="renamed"))
        store.add(failed("buggy", "retired-tool", Outcome.CRASHED, case="one", warp="1.9.0"))
    result = run()
    assert "1 records not shown, of programs that the corpus lacks: renamed/buggy" in result.stderr
    assert "1 records not shown, of tools that are not known: retired-tool" in result.stderr
