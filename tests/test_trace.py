"""`tapecheck diagnose` on real scripts, and its pure parts."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapecheck.cli.diagnose import before_and_after
from tapecheck.trace.diagnosis import diagnose, disagrees, release
from tapecheck.trace.ladder import STEPS, climb

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="replays need os.fork")


def observed(script: Path, *options: str, folder: Path) -> tuple[int, dict, str, str]:
    """Run the observer on a script; returns status, data, stdout, stderr."""
    out = folder / "report.json"
    command = [sys.executable, "-m", "tapecheck.trace", "--seconds", "20", "--json", str(out), *options, str(script)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, json.loads(out.read_text()) if out.exists() else {}, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("program", "cause"),
    [
        ("overwrite/hello/buggy.py", "overwrite"),
        ("overwrite/struct-array-overwrite/buggy.py", "overwrite"),
        ("overwrite/write-before-backward/buggy.py", "late-write"),
        ("overwrite/reset-on-tape/buggy.py", "overwrite"),
        ("chain/missing-requires-grad/buggy.py", "no-gradient"),
        ("chain/python-scalar-parameter/buggy.py", "detached"),
        ("truncation/tape-per-step/buggy.py", "truncation"),
        ("kernel/dynamic-loop-local-after/buggy.py", "dynamic-loop"),
        ("accumulate/missing-tape-zero/buggy.py", "not-cleared"),
    ],
)
def test_wrong_gradient_is_found_with_its_cause(program: str, cause: str, tmp_path: Path) -> None:
    status, data, _, said = observed(ROOT / "corpus" / program, folder=tmp_path)
    assert status == 1, said
    assert str(diagnose(data).causes[0].cause) == cause


@pytest.mark.parametrize(
    "program",
    [
        "overwrite/hello/fixed.py",
        "overwrite/struct-array-overwrite/lookalike.py",
        "nonsmooth/min-max-tie/buggy.py",
        "nonsmooth/threshold-mask/fixed.py",
        "accumulate/backward-twice/lookalike.py",
        "truncation/tape-per-step/lookalike.py",
        "truncation/checkpoint-dropped-adjoint/fixed.py",
    ],
)
def test_right_gradient_raises_no_alarm(program: str, tmp_path: Path) -> None:
    status, _, _, said = observed(ROOT / "corpus" / program, folder=tmp_path)
    assert status == 0, said


@pytest.mark.parametrize("form", ["buggy", "fixed"])
def test_project_of_several_files(form: str, tmp_path: Path) -> None:
    status, data, _, said = observed(ROOT / "tests/scripts/cloth_struct" / form / "train.py", folder=tmp_path)
    assert status == (1 if form == "buggy" else 0), said
    if form == "buggy":
        assert "cloth.py" in diagnose(data).causes[0].text


SCRIPT = """
    import sys
    import numpy as np
    import warp as wp

    wp.config.quiet = True

    @wp.kernel
    def square(x: wp.array(dtype=float), loss: wp.array(dtype=float)):
        i = wp.tid()
        wp.atomic_add(loss, 0, x[i] * x[i])

    x = wp.array(np.arange(1.0, 4.0, dtype=np.float32), dtype=float, requires_grad=True)
    log = open("log.txt", "w")
    for step in range(4):
        loss = wp.zeros(1, dtype=float, requires_grad=True)
        tape = wp.Tape()
        with tape:
            log.write(f"step {step}\\n")
            wp.launch(square, dim=3, inputs=[x], outputs=[loss])
            with open("taped.txt", "a") as file:
                file.write("once a step\\n")
        tape.backward(loss)
        print(step, loss.numpy()[0], x.grad.numpy())
        x.assign(x.numpy() - np.float32(0.1) * x.grad.numpy())
        tape.zero()
    log.close()
    sys.exit(STATUS)
"""


def test_output_files_and_results_are_those_of_a_plain_run(tmp_path: Path) -> None:
    seen = []
    for name in ("plain", "watched"):
        folder = tmp_path / name
        folder.mkdir()
        script = folder / "train.py"
        script.write_text(textwrap.dedent(SCRIPT).replace("STATUS", "0"))
        if name == "plain":
            done = subprocess.run([sys.executable, "train.py"], cwd=folder, capture_output=True, text=True, check=True)
            out = done.stdout
        else:
            status, data, out, said = observed(Path("train.py"), folder=folder)
            assert status == 0, said
            assert len(data["iterations"]) == 3
        # Warp prints how long it took to load a module.
        out = "\n".join(line for line in out.splitlines() if not line.startswith("Module "))
        seen.append((out, (folder / "log.txt").read_text(), (folder / "taped.txt").read_text()))
    assert seen[0] == seen[1]


def test_iterations_ends_the_script(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(textwrap.dedent(SCRIPT).replace("STATUS", "0"))
    status, data, out, _ = observed(script, "--iterations", "1", folder=tmp_path)
    assert status == 0
    assert len(data["iterations"]) == 1
    assert "\n1 " not in out


def test_failing_script_is_still_reported(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(textwrap.dedent(SCRIPT).replace("sys.exit(STATUS)", "raise ValueError('no')"))
    status, data, _, said = observed(script, folder=tmp_path)
    assert status == 4
    assert "raised ValueError" in said
    assert data["verdict"] == "correct"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("print('nothing')", "never opened a wp.Tape"),
        ("import warp as wp\nwith wp.Tape():\n    pass", "never called Tape.backward"),
    ],
)
def test_script_without_a_gradient(source: str, text: str, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(source)
    status, _, _, said = observed(script, folder=tmp_path)
    assert status == 4
    assert text in said


@pytest.mark.parametrize(
    "arguments", [["missing.py"], ["--check", "0", __file__], ["--json", "/nowhere/x.json", __file__]]
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tapecheck.trace", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


def test_hooks_are_removed() -> None:
    code = """
import warp as wp
from tapecheck.trace.observe import observe
names = [(wp, "launch"), (wp, "copy"), (wp.Tape, "backward"), (wp.Tape, "zero")]
names += [(wp.array, "numpy"), (wp.array, "__init__"), (wp.array, "fill_")]
before = [getattr(owner, name) for owner, name in names]
with observe():
    assert getattr(wp, "launch") is not before[0]
assert [getattr(owner, name) for owner, name in names] == before
"""
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@given(st.floats(-3.0, 3.0), st.floats(-2.0, 2.0), st.floats(-2.0, 2.0))
def test_ladder_finds_the_slope_of_a_cubic_within_its_error(a: float, b: float, c: float) -> None:
    estimate = climb(lambda t: a * t + b * t**2 + c * t**3, noise=1e-9)
    assert abs(estimate.value - a) <= 4.0 * estimate.error + 1e-6
    assert len(estimate.rungs) == len(STEPS)


def test_ladder_sees_a_kink() -> None:
    estimate = climb(abs, noise=1e-9)
    assert estimate.sides is not None
    assert math.isclose(estimate.sides[0], -1.0)
    assert math.isclose(estimate.sides[1], 1.0)
    found = {"tape": 0.5, "value": 0.0, "error": 1e-6, "sides": list(estimate.sides)}
    assert not disagrees(found, 1.0)
    assert disagrees({**found, "tape": 2.0}, 1.0)


def test_release_reads_versions() -> None:
    assert release("1.17.0") == (1, 17)
    assert release("1.9.1rc2") == (1, 9)


def test_before_and_after_names_absent_parameters() -> None:
    parameter = {"name": "x", "finite": True, "norm": 1.0, "differences": []}
    after = {"verdict": "correct", "iterations": [{"parameters": [parameter]}]}
    assert "was absent" in before_and_after({}, after)
