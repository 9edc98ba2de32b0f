"""Real runs in real probes: whatever a program does, its cell says so and nothing else is lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from conftest import ORACLE, PROGRAM, TRIPLE, write_case
from tapecheck.bench import Summary, run_matrix
from tapecheck.corpus import load_corpus
from tapecheck.environments import Environment
from tapecheck.grade import grade_all
from tapecheck.records import Record, Store
from tapecheck.vocabulary import Grade, Outcome


def run(
    root: Path, store: Path, environment: Environment, tools: Sequence[str] = (), limit: float = 30.0, jobs: int = 2
) -> tuple[Summary, dict[tuple[str, str, str], Record]]:
    with Store(store) as opened:
        summary = run_matrix(load_corpus(root), tools, [environment], "cpu", opened, jobs, limit)
        return summary, {key[:3]: record for key, record in opened.latest().items()}


#: What a hostile program does in forward, and how its cell must end.
HOSTILE = {
    "segfault": ("import ctypes; ctypes.string_at(0)", Outcome.CRASHED, "SIGSEGV"),
    "exit": ("import os; os._exit(0)", Outcome.CRASHED, "status 0 before it had reported"),
    "sysexit": ("raise SystemExit(3)", Outcome.CRASHED, "SystemExit"),
    "raise": ("raise ValueError('no [bold] luck\\nat all')", Outcome.CRASHED, "no [bold] luck at all (buggy.py:"),
    "loop": ("while True: pass", Outcome.TIMEOUT, "still running after 15 s"),
    "stdout": ("import os; os.close(1); os.close(2); print(flush=True)", Outcome.CRASHED, "Bad file descriptor"),
    "kill_group": ("import os; os.killpg(0, 9)", Outcome.CRASHED, "SIGKILL"),
    "kill_server": ("import os; os.kill(os.getppid(), 9); import time; time.sleep(60)", Outcome.CRASHED, "server died"),
    "chdir": ("import os, tempfile; os.chdir('/')", Outcome.COMPLETED, ""),
}


def test_hostile_programs_are_results_and_lose_nothing(
    corpus_root: Path, tmp_path: Path, own_environment: Environment
) -> None:
    for name, (line, _, _) in HOSTILE.items():
        text = PROGRAM.replace("    y = wp.zeros_like(x)\n", f"    {line}\n    y = wp.zeros_like(x)\n")
        assert line in text
        write_case(corpus_root, name.replace("_", "-"), buggy=text)
    summary, records = run(corpus_root, tmp_path / "s.sqlite", own_environment, limit=15.0)
    assert summary.run == 2 * len(HOSTILE)
    for name, (_, outcome, reason) in HOSTILE.items():
        found = records[name.replace("_", "-"), "buggy", "measure"]
        assert (found.outcome, reason in found.reason) == (outcome, True), (name, found.outcome, found.reason)
        assert records[name.replace("_", "-"), "fixed", "measure"].outcome is Outcome.COMPLETED


def test_a_second_run_has_nothing_to_do_and_an_edit_runs_only_what_it_touches(
    corpus_root: Path, tmp_path: Path, own_environment: Environment
) -> None:
    folder = write_case(corpus_root)
    store = tmp_path / "s.sqlite"
    first, _ = run(corpus_root, store, own_environment, ["loss-descent"])
    assert (first.run, first.skipped) == (4, 0)
    second, _ = run(corpus_root, store, own_environment, ["loss-descent"])
    assert (second.run, second.skipped) == (0, 4)
    (folder / "oracle.py").write_text(ORACLE.replace("8.0", "8.00"))
    third, _ = run(corpus_root, store, own_environment, ["loss-descent"])
    assert (third.run, third.skipped) == (2, 2), "only measurements read the oracle"
    (folder / "fixed.py").write_text(PROGRAM + "\n")
    fourth, _ = run(corpus_root, store, own_environment, ["loss-descent"])
    assert (fourth.run, fourth.skipped) == (2, 2)


def test_a_timeout_is_tried_again_only_with_more_time(
    corpus_root: Path, tmp_path: Path, own_environment: Environment
) -> None:
    slow = PROGRAM.replace("import warp as wp\n", "import time\n\nimport warp as wp\n\ntime.sleep(1.0)\n")
    write_case(corpus_root, fixed=slow)
    store = tmp_path / "s.sqlite"
    _, records = run(corpus_root, store, own_environment, limit=0.9)
    assert records["sample", "fixed", "measure"].outcome is Outcome.TIMEOUT
    again, _ = run(corpus_root, store, own_environment, limit=0.9)
    assert again.run == 0
    longer, records = run(corpus_root, store, own_environment, limit=60.0)
    assert longer.run >= 1
    assert records["sample", "fixed", "measure"].outcome is Outcome.COMPLETED


def test_a_program_that_never_runs_backward_is_invalid_and_its_tools_are_not_graded(
    corpus_root: Path, tmp_path: Path, own_environment: Environment
) -> None:
    """A program that computes its gradient without Warp would else pass as correct."""
    faked = PROGRAM.replace('{"x": x.grad.numpy()}', '{"x": 8.0 * x.numpy()}').replace("    tape.backward(loss)\n", "")
    assert "backward" not in faked
    write_case(corpus_root, fixed=faked)
    with Store(tmp_path / "s.sqlite") as store:
        cases = load_corpus(corpus_root)
        run_matrix(cases, ["loss-descent"], [own_environment], "cpu", store, 2, 30.0)
        graded = grade_all(cases, ["loss-descent"], [own_environment.label], "cpu", store.latest())
    assert {cell.program: cell.grade for cell in graded}["fixed"] is Grade.INVALID


def test_signals_of_the_real_tools_are_graded(corpus_root: Path, tmp_path: Path, own_environment: Environment) -> None:
    write_case(corpus_root, buggy=TRIPLE)
    names = ["gradcheck", "central-differences", "loss-descent"]
    with Store(tmp_path / "s.sqlite") as store:
        cases = load_corpus(corpus_root)
        run_matrix(cases, names, [own_environment], "cpu", store, 2, 60.0)
        graded = grade_all(cases, names, [own_environment.label], "cpu", store.latest())
    found = {(cell.program, cell.tool): cell.grade for cell in graded}
    assert found == {
        # The factor is applied after backward, where gradcheck on the forward pass cannot look.
        ("buggy", "gradcheck"): Grade.MISSED,
        ("buggy", "central-differences"): Grade.CAUGHT,
        ("buggy", "loss-descent"): Grade.MISSED,
        ("fixed", "gradcheck"): Grade.CLEAN,
        ("fixed", "central-differences"): Grade.CLEAN,
        ("fixed", "loss-descent"): Grade.CLEAN,
    }
    assert str(graded[0].truth) == "factor 3"


def test_an_environment_that_does_not_start_fails_its_own_cells_only(
    corpus_root: Path, tmp_path: Path, own_environment: Environment
) -> None:
    write_case(corpus_root)
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho no warp here >&2\nexit 9\n")
    broken.chmod(0o755)
    bad = Environment("1.99.0", broken, "1.99.0", "2.0", "3.11", "release")
    with Store(tmp_path / "s.sqlite") as store:
        summary = run_matrix(load_corpus(corpus_root), [], [bad, own_environment], "cpu", store, 2, 30.0)
        reasons = {record.reason for record in store.records() if record.warp == "1.99.0"}
    assert summary.outcomes == {Outcome.ENVIRONMENT: 2, Outcome.COMPLETED: 2}
    assert all("no warp here" in reason for reason in reasons)


@pytest.mark.parametrize("jobs", [1, 3])
def test_breaking_off_kills_the_servers(
    corpus_root: Path, tmp_path: Path, own_environment: Environment, jobs: int
) -> None:
    import threading

    for name in ("one", "two", "three"):
        write_case(corpus_root, name)

    def give_up(_record: Record) -> None:
        raise KeyboardInterrupt

    with Store(tmp_path / "s.sqlite") as store:
        with pytest.raises(KeyboardInterrupt):
            run_matrix(load_corpus(corpus_root), [], [own_environment], "cpu", store, jobs, 30.0, on_result=give_up)
        assert len(list(store.records())) == 1
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("probe-")]


def test_a_program_that_changes_while_it_runs_is_not_recorded_and_is_counted(
    corpus_root: Path, tmp_path: Path, own_environment: Environment
) -> None:
    """Its signals would be filed under a text that did not give them."""
    buggy = write_case(corpus_root) / "buggy.py"

    def edit(_left: int, _skipped: int) -> None:
        buggy.write_text(PROGRAM)

    with Store(tmp_path / "s.sqlite") as store:
        summary = run_matrix(load_corpus(corpus_root), [], [own_environment], "cpu", store, 1, 30.0, on_start=edit)
        assert [record.program for record in store.records()] == ["fixed"]
    assert (summary.run, summary.edited) == (1, 1)
