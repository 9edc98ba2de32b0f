"""What each adapter concludes from what its tool really said, and from what it might say.

The files in fixtures/ hold the signals of three cases on seven releases, as the adapters returned them. Of the texts
that Warp printed, lines about compilation are left out, and paths begin at the corpus.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from tapecheck.probe.tools import TOOLS
from tapecheck.probe.tools.overwrite_tracker import WARNING
from tapecheck.vocabulary import Cause, Verdict

FIXTURES = Path(__file__).parent / "fixtures"
RELEASES = ("1.3.0", "1.5.1", "1.8.1", "1.13.0", "1.14.0", "1.16.0", "1.19.0")
#: The programs that were recorded, as case/program.
HELLO, LOOP, ROUND = "hello/buggy", "dynamic-loop-local-after/buggy", "quantizer-round/buggy"
RIGHT = {
    "hello/fixed",
    "dynamic-loop-local-after/fixed_func",
    "dynamic-loop-local-after/fixed_static",
    "dynamic-loop-local-after/fixed_two_kernels",
    "quantizer-round/fixed",
}
PROGRAMS = {HELLO, LOOP, ROUND, *RIGHT}
#: What each tool flags, from 1.8.1 on. A straight-through gradient is not that of the differences: whoever takes
#: those for the truth raises an alarm on quantizer-round/fixed.
FLAGGED = {
    "overwrite-tracker": {HELLO},
    "gradcheck": {HELLO, LOOP, "quantizer-round/fixed"},
    "gradcheck-tape": {LOOP, "quantizer-round/fixed"},
    "central-differences": {HELLO, LOOP, "quantizer-round/fixed"},
    "loss-descent": {LOOP, ROUND},
}
#: On 1.3.0 and 1.5.1 gradcheck_tape fails on a launch of every one of these programs, the right ones too.
EARLY_TAPE = PROGRAMS


def recorded(tool: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The signals of a tool by (case/program, release)."""
    entries = json.loads((FIXTURES / f"{tool}.json").read_text(encoding="utf-8"))
    return {
        (f"{entry['case']}/{entry['program']}", warp): entry["signals"] for entry in entries for warp in entry["warps"]
    }


def supported(tool: str) -> list[str]:
    return [warp for warp in RELEASES if tuple(map(int, warp.split("."))) >= TOOLS[tool].since]


@pytest.mark.parametrize("tool", TOOLS)
def test_what_a_tool_really_said_is_understood_on_every_release(tool: str) -> None:
    """Warp's texts and channels have changed between releases; none of them may pass for silence."""
    found = {place: TOOLS[tool].judge(signals).verdict for place, signals in recorded(tool).items()}
    assert set(found) == {(program, warp) for program in PROGRAMS for warp in supported(tool)}
    for (program, warp), verdict in found.items():
        early = tool == "gradcheck-tape" and warp in ("1.3.0", "1.5.1")
        flagged = program in (EARLY_TAPE if early else FLAGGED[tool])
        assert verdict is (Verdict.FLAGGED if flagged else Verdict.SILENT), (program, warp)


@pytest.mark.parametrize("tool", TOOLS)
def test_reasons_are_one_line_without_colours(tool: str) -> None:
    """A reason is a cell of a table."""
    for place, signals in recorded(tool).items():
        reason = TOOLS[tool].judge(signals).reason
        assert reason.strip() == reason != "", place
        assert reason.isprintable(), place


@pytest.mark.parametrize("tool", TOOLS)
def test_judging_leaves_the_signals_as_they_were(tool: str) -> None:
    """A report that changed what it reads would grade differently the second time."""
    for signals in recorded(tool).values():
        before = json.dumps(signals)
        TOOLS[tool].judge(signals)
        assert json.dumps(signals) == before


def test_the_flag_of_every_tool_says_where() -> None:
    said = {tool: TOOLS[tool].judge(recorded(tool)[LOOP, "1.19.0"]).reason for tool in TOOLS}
    assert said["gradcheck"].startswith("Gradient check failed for kernel forward, input 0, output 0")
    assert said["gradcheck-tape"].startswith("Gradient check failed for kernel measure, input 0, output 0")
    assert said["central-differences"] == "the consumed gradient is not finite"
    assert said["loss-descent"] == "the gradient is not finite"
    hello = TOOLS["central-differences"].judge(recorded("central-differences")[HELLO, "1.19.0"])
    assert hello.reason == "gain, element 0: consumed 0.9101, difference 0.3959 +- 0.0006"


# ------------------------------------------------------------------------------- overwrite-tracker

TRACKER = TOOLS["overwrite-tracker"]


@pytest.mark.parametrize("warp", supported("overwrite-tracker"))
def test_the_tracker_names_the_cause_and_the_array(warp: str) -> None:
    found = TRACKER.judge(recorded("overwrite-tracker")[HELLO, warp])
    assert found.cause is Cause.OVERWRITE
    assert "passed to argument response in kernel respond" in found.reason


def test_no_warning_is_silence_and_names_no_cause() -> None:
    found = TRACKER.judge({"warnings": []})
    assert (found.verdict, found.cause) == (Verdict.SILENT, None)


LAUNCH = "is being written to but has already been read from in a previous launch. This may corrupt gradients."
CODE = "is being written to after it has been read from within the same kernel. This may corrupt gradients."
NOISE = "Module m load on device 'cpu' took 1 ms\nWarning: an Array is being written to a file\n"


@pytest.mark.parametrize("prefix", ["Warning: ", "Warp UserWarning: "])
@pytest.mark.parametrize(
    "text",
    [
        f"Array [0.5 0.9] passed to argument response in kernel respond at buggy.py:7 {LAUNCH}",
        "Array [[0.5 0.9]\n [0.1 0.2]] is being written to by zero_ at buggy.py:7 but has already been read from in a "
        "previous launch. This may corrupt gradients.",
        f"Array x {CODE}",
        f"Array passed to argument x in kernel scale at buggy.py:9 {CODE}",
    ],
    ids=["launch", "several lines", "code", "code with place"],
)
def test_the_trackers_warning_is_found_whole_among_other_lines(prefix: str, text: str) -> None:
    assert WARNING.findall(f"{NOISE}{prefix}{text}\n{NOISE}{prefix}{text}\n") == [text, text]


def test_other_lines_are_no_warning_of_the_tracker() -> None:
    assert WARNING.findall(NOISE * 3) == []


# ---------------------------------------------------------------------------------------- gradcheck


@pytest.mark.parametrize("tool", ["gradcheck", "gradcheck-tape"])
def test_a_check_that_fails_without_a_text_is_a_flag(tool: str) -> None:
    found = TOOLS[tool].judge({"passed": False, "text": "", "summary": ""})
    assert (found.verdict, found.reason) == (Verdict.FLAGGED, "the check returned False")


@pytest.mark.parametrize("tool", ["gradcheck", "gradcheck-tape"])
def test_a_check_that_refuses_a_kernel_has_not_found_it_wrong(tool: str) -> None:
    text = "Kernel must have backward pass enabled to compute Jacobians"
    assert TOOLS[tool].judge({"passed": False, "text": text, "summary": ""}).verdict is Verdict.ABSTAINED


@pytest.mark.parametrize("tool", ["gradcheck", "gradcheck-tape"])
def test_the_verdict_of_a_check_is_what_it_returned_not_what_it_printed(tool: str) -> None:
    """The tables that gradcheck prints hold FAIL and NaN for single pairs, also where others are meant."""
    assert TOOLS[tool].judge({"passed": True, "text": "", "summary": "FAIL NaN"}).verdict is Verdict.SILENT


# ------------------------------------------------------------------------------ central-differences

DIFFERENCES = TOOLS["central-differences"]


def entry(tape: float, value: float, error: float = 1e-4, index: int = 0, parameter: str = "x") -> dict[str, Any]:
    return {"parameter": parameter, "index": index, "tape": tape, "value": value, "error": error, "step": 1e-3}


def compared(*entries: dict[str, Any]) -> tuple[Verdict, str]:
    found = DIFFERENCES.judge({"loss": 1.0, "noise": 1e-7, "entries": list(entries)})
    return found.verdict, found.reason


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_differences_flag_a_gradient_that_is_not_finite(bad: float) -> None:
    """Every comparison with NaN is false, so that a gap of NaN would pass for agreement."""
    assert compared(entry(1.0, 1.0), entry(bad, 1.0, index=1)) == (
        Verdict.FLAGGED,
        "the consumed gradient is not finite",
    )


def test_differences_flag_a_gradient_of_zero_where_the_loss_changes() -> None:
    assert compared(entry(0.0, 1.0))[0] is Verdict.FLAGGED


def test_differences_are_silent_about_a_gradient_of_zero_where_the_loss_is_flat() -> None:
    assert compared(entry(0.0, 0.0), entry(0.0, 0.0, index=1))[0] is Verdict.SILENT


@pytest.mark.parametrize("tape", [-1.0, 2.0, 0.5, 1.1])
def test_differences_flag_signs_and_factors(tape: float) -> None:
    assert compared(entry(tape, 1.0), entry(2.0, 2.0, index=1))[0] is Verdict.FLAGGED


def test_differences_flag_one_wrong_element_of_many_and_name_it() -> None:
    entries = [entry(1.0, 1.0, index=index) for index in range(30)]
    entries[17] = entry(1.5, 1.0, index=17)
    assert compared(*entries) == (Verdict.FLAGGED, "x, element 17: consumed 1.5, difference 1 +- 0.0001")


def test_differences_flag_the_second_input_too() -> None:
    verdict, reason = compared(entry(1e6, 1e6), entry(1e-3, 2e-3, 1e-6, parameter="y"))
    assert verdict is Verdict.FLAGGED
    assert reason.startswith("y, element 0")


def test_differences_do_not_flag_what_lies_within_their_own_error() -> None:
    assert compared(entry(1.1, 1.0, error=0.03), entry(1.0, 1.0, index=1))[0] is Verdict.SILENT


def test_differences_do_not_flag_rounding_of_an_element_next_to_large_ones() -> None:
    assert compared(entry(100.0, 100.0), entry(0.01, 0.11, index=1))[0] is Verdict.SILENT


def test_differences_abstain_where_noise_drowns_the_gradient() -> None:
    verdict, reason = compared(entry(0.9, 0.5, error=2.0), entry(0.9, -0.5, error=3.0, index=1))
    assert verdict is Verdict.ABSTAINED
    assert reason == "x: error of the difference 3 against -0.5"


def test_differences_abstain_where_one_element_could_not_be_resolved() -> None:
    """Silence would claim that all elements were compared."""
    verdict, _ = compared(entry(1.0, 1.0), entry(1.0, float("nan"), error=float("inf"), index=1))
    assert verdict is Verdict.ABSTAINED


def test_a_random_direction_is_no_element() -> None:
    assert compared(entry(3.0, 1.0, index=-1))[1].startswith("x, along a direction: consumed 3, difference 1")


# ------------------------------------------------------------------------------------- loss-descent

DESCENT = TOOLS["loss-descent"]


def stepped(*losses: float, norm: float = 1.0, loss: float = 1.0, noise: float = 1e-6) -> tuple[Verdict, str]:
    found = DESCENT.judge({"gradient_norm": norm, "loss": loss, "noise": noise, "losses": list(losses)})
    return found.verdict, found.reason


@pytest.mark.parametrize("norm", [float("nan"), float("inf")])
def test_descent_flags_a_gradient_that_is_not_finite(norm: float) -> None:
    """The steps were not taken then, and a loss that does not change is no noise."""
    assert stepped(1.0, 1.0, 1.0, norm=norm) == (Verdict.FLAGGED, "the gradient is not finite")


def test_descent_flags_a_gradient_of_zero() -> None:
    verdict, reason = stepped(1.0, 1.0, 1.0, norm=0.0)
    assert verdict is Verdict.FLAGGED
    assert reason.startswith("the gradient is zero")


@pytest.mark.parametrize("losses", [(0.9, 1.1, 1.2), (1.5, 1.1, 0.999), (5.0, 0.99, 1.1)])
def test_descent_is_silent_when_one_step_lowers_the_loss(losses: tuple[float, ...]) -> None:
    assert stepped(*losses)[0] is Verdict.SILENT


def test_descent_flags_a_gradient_that_points_uphill() -> None:
    assert stepped(1.5, 1.05, 1.005) == (Verdict.FLAGGED, "no step lowers the loss; the smallest changes it by 0.005")


@pytest.mark.parametrize("losses", [(1.0, 1.0, 1.0), (1.0 - 3e-6, 1.0 + 3e-6, 1.0)])
def test_descent_abstains_when_every_change_is_noise(losses: tuple[float, ...]) -> None:
    verdict, reason = stepped(*losses)
    assert verdict is Verdict.ABSTAINED
    assert "noise 4e-06" in reason


def test_descent_flags_a_loss_that_is_nan_from_the_start() -> None:
    assert stepped(0.5, 0.9, 0.99, loss=float("nan"), noise=float("nan"))[0] is Verdict.FLAGGED


# --------------------------------------------------------------------------------------- all adapters


def test_every_adapter_says_what_the_tables_and_the_reader_need() -> None:
    for name, tool in TOOLS.items():
        assert tool.name == name
        assert tool.about
        assert tool.hello
        assert tool.blind
        assert all(isinstance(line, str) for line in tool.blind), "a tuple of one text needs its comma"
        assert bool(tool.since_reason) is (tool.since > (1, 0, 0)), name


def test_judging_real_signals_warns_of_nothing() -> None:
    """A warning of NumPy would stand above the tables."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for tool in TOOLS:
            for signals in recorded(tool).values():
                TOOLS[tool].judge(signals)
