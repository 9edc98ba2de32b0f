"""What is run again and what is not: keys, the plan, and what may be imported inside a probe."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conftest import ORACLE, PROGRAM, TRIPLE, write_case
from tapecheck import plan as planning
from tapecheck.corpus import Case, load_case
from tapecheck.environments import Environment
from tapecheck.plan import Cell, plan, probe_sources
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.tools import TOOLS
from tapecheck.vocabulary import Outcome

PACKAGE = Path(planning.__file__).parent
HERE = Environment("1.19.0", Path("/usr/bin/python"), "1.19.0", "2.4.6", "3.11", "release")
CELLS = {(program, tool) for program in ("buggy", "fixed") for tool in (MEASURE, *TOOLS)}


def keys(folder: Path, environment: Environment = HERE, device: str = "cpu") -> dict[tuple[str, str], str]:
    """The keys of all cells of a case, read anew, by (program, tool)."""
    return {
        (program.name, tool): Cell(program, tool, environment, device).key
        for program in load_case(folder).programs
        for tool in (MEASURE, *TOOLS)
    }


def changed(before: Mapping[tuple[str, str], str], after: Mapping[tuple[str, str], str]) -> set[tuple[str, str]]:
    assert set(before) == set(after)
    return {cell for cell in before if before[cell] != after[cell]}


@contextmanager
def edited(module: str) -> Iterator[None]:
    """Let a file of the package read as if somebody had added a line to it."""
    read, target = Path.read_text, PACKAGE / module
    assert target.is_file()

    def read_text(path: Path, *args: Any, **kwargs: Any) -> str:
        return read(path, *args, **kwargs) + ("\nADDED = 1\n" if path == target else "")

    probe_sources.cache_clear()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "read_text", read_text)
            yield
    finally:
        probe_sources.cache_clear()


# ----------------------------------------------------------------------------------------------- keys


def test_the_same_cell_has_the_same_key_wherever_it_lies(tmp_path: Path) -> None:
    """Records of another checkout, or of an environment that was moved, stay good."""
    here, there = write_case(tmp_path / "here"), write_case(tmp_path / "there")
    moved = replace(HERE, python=Path("/elsewhere/python"), label="another label")
    assert keys(here) == keys(there) == keys(there, moved)


def test_no_two_cells_share_a_key(corpus_root: Path) -> None:
    """Programs with the same text, and tools with the same sources, are still different cells."""
    folders = [write_case(corpus_root, name, buggy=PROGRAM) for name in ("one", "two")]
    found = [key for folder in folders for key in keys(folder).values()]
    assert len(set(found)) == len(found) == 2 * len(CELLS)


def test_an_edit_of_a_program_runs_its_own_cells_only(corpus_root: Path) -> None:
    folder = write_case(corpus_root)
    before = keys(folder)
    (folder / "buggy.py").write_text(TRIPLE + "\n")
    assert changed(before, keys(folder)) == {cell for cell in CELLS if cell[0] == "buggy"}


def test_an_edit_of_the_oracle_runs_measurements_only(corpus_root: Path) -> None:
    folder = write_case(corpus_root)
    before = keys(folder)
    (folder / "oracle.py").write_text(ORACLE + "\n")
    assert changed(before, keys(folder)) == {("buggy", MEASURE), ("fixed", MEASURE)}


def test_an_edit_of_case_toml_runs_nothing(corpus_root: Path) -> None:
    folder = write_case(corpus_root)
    before = keys(folder)
    path = folder / "case.toml"
    path.write_text(path.read_text().replace("A case of a test", "Another title"))
    assert changed(before, keys(folder)) == set()


@pytest.mark.parametrize(
    "change", [{"warp": "1.18.0"}, {"build": "abcdef"}, {"numpy": "2.0.0"}, {"python_version": "3.12"}], ids=str
)
def test_a_change_of_the_environment_runs_everything(corpus_root: Path, change: dict[str, str]) -> None:
    folder = write_case(corpus_root)
    assert changed(keys(folder), keys(folder, replace(HERE, **change))) == CELLS


def test_another_device_runs_everything(corpus_root: Path) -> None:
    folder = write_case(corpus_root)
    assert changed(keys(folder), keys(folder, device="cuda:0")) == CELLS
    assert changed(keys(folder, device="cuda:1"), keys(folder, device="cuda:0")) == CELLS


DIFFERENCED = {"central-differences"}
PRINTING = {"overwrite-tracker", "gradcheck", "gradcheck-tape"}
#: Whose signals may change when a file of the package does.
TOUCHED = {
    "probe/tools/overwrite_tracker.py": {"overwrite-tracker"},
    "probe/tools/gradcheck.py": {"gradcheck", "gradcheck-tape"},
    "probe/tools/gradcheck_tape.py": {"gradcheck-tape"},
    "probe/tools/central_differences.py": DIFFERENCED,
    "probe/tools/loss_descent.py": {"loss-descent"},
    "probe/measure.py": {MEASURE},
    "probe/evidence.py": {MEASURE},
    "probe/differences.py": {MEASURE, *DIFFERENCED},
    "probe/capture.py": PRINTING,
    "probe/tools/base.py": {*TOOLS},
    "probe/program.py": {MEASURE, *TOOLS},
    "probe/cell.py": {MEASURE, *TOOLS},
    # They start processes, and have no part in what a cell measures.
    "probe/server.py": set(),
    "probe/warm.py": set(),
    # The words' meanings are for people, and a new adapter says nothing of the others.
    "vocabulary.py": set(),
    "probe/tools/__init__.py": set(),
    # What grades and prints works on records that are there already.
    "signature.py": set(),
    "grade.py": set(),
    "corpus.py": set(),
    "plan.py": set(),
    "run/probe_client.py": set(),
}


@pytest.mark.parametrize("module", TOUCHED)
def test_an_edit_of_the_harness_runs_the_cells_that_it_touches(corpus_root: Path, module: str) -> None:
    """Too few would keep records that the code no longer gives; too many would cost hours for a comment."""
    folder = write_case(corpus_root)
    before = keys(folder)
    with edited(module):
        after = keys(folder)
    assert {tool for _, tool in changed(before, after)} == TOUCHED[module]
    assert changed(before, after) == {cell for cell in CELLS if cell[1] in TOUCHED[module]}


def test_every_adapter_is_among_the_edits_above() -> None:
    adapters = {
        f"probe/tools/{path.name}" for path in (PACKAGE / "probe" / "tools").glob("*.py") if path.name != "base.py"
    }
    assert adapters <= set(TOUCHED)


def test_the_sources_of_a_tool_hold_no_adapter_that_it_does_not_use() -> None:
    uses = {"gradcheck-tape": {"gradcheck"}}
    for tool in (MEASURE, *TOOLS):
        sources = probe_sources(tool)
        held = {other for other in TOOLS if f'name = "{other}"' in sources}
        assert held == ({tool} if tool != MEASURE else set()) | uses.get(tool, set())


# ----------------------------------------------------------------------------------------------- plan


def planned(
    cases: list[Case], done: Mapping[str, tuple[Outcome, float]], limit: float = 60.0, tools: tuple[str, ...] = ()
) -> tuple[list[tuple[str, str]], int]:
    batches, skipped = plan(cases, tools, [HERE], "cpu", done, limit)
    return [(cell.program.id, cell.tool) for batch in batches for cell in batch.cells], skipped


@pytest.mark.parametrize("outcome", [word for word in Outcome if word not in (Outcome.ENVIRONMENT, Outcome.TIMEOUT)])
def test_a_result_is_not_run_again_whatever_it_was(corpus_root: Path, outcome: Outcome) -> None:
    """A crash is a result: to run it again at every call would never end."""
    folder = write_case(corpus_root)
    done = {keys(folder)["buggy", MEASURE]: (outcome, 60.0)}
    assert planned([load_case(folder)], done) == ([("sample/fixed", MEASURE)], 1)


def test_an_environment_that_failed_is_tried_again(corpus_root: Path) -> None:
    """What was missing then may be there now."""
    folder = write_case(corpus_root)
    done = {keys(folder)["buggy", MEASURE]: (Outcome.ENVIRONMENT, 60.0)}
    assert planned([load_case(folder)], done) == ([("sample/buggy", MEASURE), ("sample/fixed", MEASURE)], 0)


@pytest.mark.parametrize(("before", "again"), [(10.0, True), (59.9, True), (60.0, False), (120.0, False)])
def test_a_timeout_is_tried_again_with_more_time_only(corpus_root: Path, before: float, again: bool) -> None:
    folder = write_case(corpus_root)
    done = {keys(folder)["buggy", MEASURE]: (Outcome.TIMEOUT, before)}
    cells, skipped = planned([load_case(folder)], done, 60.0)
    assert (("sample/buggy", MEASURE) in cells) is again
    assert skipped == (0 if again else 1)


def test_a_result_of_another_release_or_device_is_no_result(corpus_root: Path) -> None:
    folder = write_case(corpus_root)
    for other in (keys(folder, replace(HERE, warp="1.18.0")), keys(folder, device="cuda:0")):
        done = dict.fromkeys(other.values(), (Outcome.COMPLETED, 60.0))
        assert len(planned([load_case(folder)], done)[0]) == 2


def test_every_program_is_measured_whatever_tools_are_asked_for(corpus_root: Path) -> None:
    """Without its truth a verdict cannot be graded."""
    case = load_case(write_case(corpus_root))
    cells, _ = planned([case], {}, tools=("gradcheck",))
    assert cells == [(f"sample/{name}", tool) for name in ("buggy", "fixed") for tool in (MEASURE, "gradcheck")]


def test_cells_are_counted_once_and_a_batch_holds_one_program_in_one_environment(corpus_root: Path) -> None:
    cases = [load_case(write_case(corpus_root, name)) for name in ("one", "two")]
    environments = [HERE, replace(HERE, label="1.18.0", warp="1.18.0")]
    done = {
        Cell(cases[0].programs[0], MEASURE, HERE, "cpu").key: (Outcome.COMPLETED, 60.0),
        Cell(cases[1].programs[1], "gradcheck", environments[1], "cpu").key: (Outcome.CRASHED, 60.0),
    }
    batches, skipped = plan(cases, ["gradcheck"], environments, "cpu", done, 60.0)
    assert skipped == 2
    assert sum(len(batch.cells) for batch in batches) + skipped == 2 * 2 * 2 * 2
    for batch in batches:
        assert len({(cell.program.id, cell.environment.label) for cell in batch.cells}) == 1
    assert [batch.environment.label for batch in batches] == ["1.19.0"] * 4 + ["1.18.0"] * 4


# -------------------------------------------------------------------------------------------- imports

#: What runs in the environment of a Warp release, or is imported there by what does.
STARTS = ("tapecheck.probe.cell", "tapecheck.probe.server", "tapecheck.signature", "tapecheck.vocabulary")
ALLOWED = {*sys.stdlib_module_names, "numpy", "warp", "tapecheck"}


def path_of(module: str) -> Path | None:
    place = PACKAGE.parent.joinpath(*module.split("."))
    return next((path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file()), None)


def imported(path: Path, *, late: bool = True) -> set[str]:
    """Names of the modules that a file imports; without ``late``, only those outside functions."""
    found: set[str] = set()
    nodes: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import, which this test does not follow"
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        if late or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            nodes.extend(ast.iter_child_nodes(node))
    # To import a module is to import the packages that it lies in.
    return {".".join(name.split(".")[: end + 1]) for name in found for end in range(name.count(".") + 1)}


def probe_modules() -> dict[str, Path]:
    found: dict[str, Path] = {}
    queue = [part for name in STARTS for part in ("tapecheck", name.rpartition(".")[0], name)]
    while queue:
        name = queue.pop()
        path = path_of(name)
        if path is None or name in found or name.partition(".")[0] != "tapecheck":
            continue
        found[name] = path
        queue.extend(imported(path))
    return found


def test_the_walk_over_imports_finds_what_a_probe_runs() -> None:
    found = set(probe_modules())
    assert {"tapecheck", "tapecheck.probe.warm", "tapecheck.probe.capture", "tapecheck.probe.differences"} <= found
    assert {type(tool).__module__ for tool in TOOLS.values()} <= found


@pytest.mark.parametrize("module", sorted(probe_modules()))
def test_what_runs_in_a_probe_imports_nothing_that_an_old_environment_lacks(module: str) -> None:
    """Environments of Warp releases hold NumPy and Warp; pandas or typer there would fail every cell."""
    foreign = {name for name in imported(probe_modules()[module]) if name.partition(".")[0] not in ALLOWED}
    assert not foreign


@pytest.mark.parametrize("module", sorted(set(probe_modules()) - {"tapecheck.probe.warm"}))
def test_importing_a_probe_module_does_not_import_warp(module: str) -> None:
    """The command line imports them too, and Warp must be configured before it starts."""
    early = imported(probe_modules()[module], late=False)
    assert not {name for name in early if name.partition(".")[0] == "warp"}
    assert "tapecheck.probe.warm" not in early


def test_no_other_module_of_the_harness_imports_warp() -> None:
    """It would be the harness's own Warp, not the one that is asked about."""
    others = set(PACKAGE.rglob("*.py")) - set(probe_modules().values())
    others = {path for path in others if "_corpus" not in path.parts and "template" not in path.parts}
    # The trace package runs in the interpreter of the user's script and watches that one's Warp.
    others = {path for path in others if path.parent.name != "trace"}
    assert len(others) > 10
    assert not {path.name for path in others if any(name.partition(".")[0] == "warp" for name in imported(path))}
