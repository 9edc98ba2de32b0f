"""The command line as users meet it: what it prints and where, its exit status, and that bad input costs nothing."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
from packaging.version import Version

from conftest import PROGRAM, TRIPLE, write_case
from tapecheck import __version__, cli, releases
from tapecheck.environments import Environment
from tapecheck.errors import SetupError
from tapecheck.probe.tools import TOOLS
from tapecheck.records import SCHEMA, Store
from tapecheck.releases import KNOWN, Discovery
from tapecheck.vocabulary import Outcome

HARNESS = Path(cli.__file__).parents[2]
#: Programs of the sample case times (measurement and tools).
CELLS = 2 * (1 + len(TOOLS))
#: Variables by which a user, or a machine that tests, has colours in files.
COLOURS = ("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS", "GITHUB_ACTIONS", "TTY_COMPATIBLE", "TTY_INTERACTIVE")


@dataclass(frozen=True)
class Said:
    """How a command ended."""

    status: int
    out: str
    err: str


def call(*arguments: object) -> Said:
    """Run the command line in this process."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patch.setattr(sys, "argv", ["tapecheck", *map(str, arguments)])
        try:
            cli.main()
        except SystemExit as leaving:
            assert isinstance(leaving.code, int)
            status = leaving.code
    said = Said(status, out.getvalue(), err.getvalue())
    assert "\x1b" not in said.out + said.err, "an escape sequence, and no terminal"
    return said


def start(*arguments: object, stdout: int = subprocess.PIPE, **variables: str) -> subprocess.Popen[str]:
    """Start the command line in a process of its own."""
    inherited = {name: value for name, value in os.environ.items() if name not in COLOURS}
    return subprocess.Popen(
        [sys.executable, "-m", "tapecheck", *map(str, arguments)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env={**inherited, "PYTHONPATH": str(HARNESS), **variables},
    )


def refused(said: Said, *words: str) -> None:
    """Assert that a command ended as bad input must: one line that says what is wrong, status 2."""
    assert said.status == 2, said
    assert said.err.startswith("tapecheck: "), said.err
    assert said.err.count("\n") == 1, said.err
    for word in words:
        assert word in said.err


def contents(folder: Path) -> dict[str, bytes]:
    """What a folder holds, but for the empty log that SQLite may leave beside a store that was read."""
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: data for name, data in found.items() if not name.endswith("-shm") and (data or name[-4:] != "-wal")}


@contextlib.contextmanager
def nothing_changes(folder: Path) -> Iterator[None]:
    before = contents(folder)
    yield
    after = contents(folder)
    assert sorted(after) == sorted(before)
    assert after == before


@pytest.fixture(autouse=True)
def place(tmp_path: Path, corpus_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own current folder and corpus; the package index is not asked, and no colours are forced."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TAPECHECK_CORPUS", str(corpus_root))
    monkeypatch.setattr(releases, "discover", lambda *, refresh=False: Discovery(KNOWN, "", True))
    for name in (*COLOURS, "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def ready(own_environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the commands the setting up: whatever --warp says, it is the interpreter of the tests."""
    for module in (cli.bench, cli.corpus, cli.tools):
        monkeypatch.setattr(module, "set_up", lambda _words: ([own_environment], []))


@pytest.fixture(scope="module")
def first_bench(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A store that `bench` made of the sample case under every tool, and what it said."""
    folder = tmp_path_factory.mktemp("bench")
    write_case(folder / "corpus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPECHECK_CORPUS", str(folder / "corpus"))
        said = call("bench", "--warp", sys.executable, "--store", folder / "s.sqlite", "--jobs", 2)
    return folder / "s.sqlite", said


@pytest.fixture
def recorded(first_bench: tuple[Path, Said], corpus_root: Path, place: Path) -> Path:
    """A copy of that store in the current folder, and the case that it is of."""
    write_case(corpus_root)
    return Path(shutil.copy(first_bench[0], place / "tapecheck.sqlite"))


# ----------------------------------------------------------------------------------- help and version


def test_help_names_every_command_and_the_options_of_each() -> None:
    said = call("--help")
    assert said.status == 0
    assert said.err == ""
    for word in ("bench", "report", "corpus", "env", "tools", "--version"):
        assert word in said.out
    for command in (("bench",), ("report",), ("corpus", "list"), ("corpus", "show"), ("corpus", "verify")):
        assert call(*command, "--help").status == 0
        assert call(*command, "-h").out == call(*command, "--help").out
    for word in ("--warp", "--device", "--case", "--tool", "--jobs", "--timeout", "--store"):
        assert word in call("bench", "--help").out


def test_the_version_goes_to_standard_output() -> None:
    assert call("--version") == Said(0, f"tapecheck {__version__}\n", "")


def test_a_process_of_its_own_ends_as_the_function_does(place: Path) -> None:
    """What `python -m tapecheck` makes of errors and statuses."""
    bad = start("report", "--store", "none.sqlite", TERM="xterm-256color")
    good = start("--version")
    assert good.communicate(timeout=120) == (f"tapecheck {__version__}\n", "")
    assert good.returncode == 0
    out, err = bad.communicate(timeout=120)
    refused(Said(bad.returncode, out, err), "holds no case")
    assert "\x1b" not in err
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("command", [(), ("corpus",), ("tools",), ("env",)])
def test_a_command_alone_shows_its_help_not_a_traceback(command: tuple[str, ...]) -> None:
    said = call(*command)
    assert "Usage: " in said.out + said.err
    assert "Commands:" in said.out + said.err
    assert "Traceback" not in said.err


# ------------------------------------------------------------------------------------------- usage


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("bench", "--nonsense"),
        ("bench", "--jobs", "0"),
        ("bench", "--jobs", "many"),
        ("bench", "--timeout", "0"),
        ("bench", "--timeout", "soon"),
        ("report", "--table", "nonsense"),
        ("report", "--format", "pdf"),
        ("report", "stray"),
        ("corpus", "show"),
        ("corpus", "new", "my-case", "--family", "nonsense"),
        ("corpus", "verify", "--jobs", "-1"),
        ("tools", "selftest", "--jobs", "0"),
        ("env", "add"),
    ],
    ids=" ".join,
)
def test_a_usage_error_is_told_with_the_usage_and_status_2(arguments: tuple[str, ...], place: Path) -> None:
    with nothing_changes(place):
        said = call(*arguments)
    assert said.status == 2
    assert said.out == ""
    assert said.err.startswith("Usage: ")
    assert said.err.splitlines()[-1].startswith("Error: ")


# ------------------------------------------------------------------------------------ words that do not fit


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("corpus", "show", "sampel"), ("no case matches 'sampel'", "did you mean sample")),
        (("corpus", "list", "zzz*"), ("no case matches 'zzz*'", "tapecheck corpus list")),
        (("corpus", "verify", "nothing"), ("no case matches 'nothing'",)),
        (("bench", "--case", "nothing"), ("no case matches 'nothing'",)),
        (("report", "--case", "nothing"), ("no case matches 'nothing'",)),
        (("bench", "--tool", "gradchek"), ("'gradchek' is no tool", "did you mean gradcheck?")),
        (("report", "--tool", "nothing"), ("'nothing' is no tool", ", ".join(TOOLS))),
        (("tools", "selftest", "nothing"), ("'nothing' is no tool",)),
        (("bench", "--device", "gpu"), ("'gpu' is no device", "--device cpu")),
        (("bench", "--device", "cuda:first"), ("'cuda:first' is no device",)),
        (("corpus", "verify", "--device", "CPU"), ("'CPU' is no device",)),
        (("report", "--device", "gpu"), ("'gpu' is no device",)),
        (("report", "--device", "cuda"), ("nothing is recorded on cuda:0", "--device cpu")),
        (("report", "--warp", "1.2.3"), ("nothing is recorded of Warp 1.2.3", "there are 1.")),
        (("bench", "--warp", "9.9.9"), ("9.9.9 is no release of Warp", f"1.0.0 to {KNOWN[-1]}")),
        (("bench", "--warp", "newest"), ("'newest' is not understood",)),
        (("bench", "--warp", ">=x"), ("'>=x' is no version range",)),
        (("bench", "--warp", ""), ("'' is not understood",)),
        (("corpus", "verify", "--warp", ">99"), ("'>99' matches no release",)),
        (("tools", "selftest", "--warp", "1.12"), ("1.12 is not a whole release",)),
        (("env", "add", "0.1.0"), ("0.1.0 is no release of Warp",)),
        (("env", "remove", "nothing"), ("nothing: no such environment",)),
        (("corpus", "new", "My Case", "--family", "kernel"), ("'My Case' is no id",)),
        (("corpus", "new", "sample", "--family", "chain"), ("sample: is the id of a case already",)),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) and value[0] in ("corpus", "bench") else None,
)
def test_a_word_that_does_not_fit_is_one_line_and_leaves_everything_alone(
    arguments: tuple[str, ...], words: tuple[str, ...], recorded: Path, corpus_root: Path, place: Path
) -> None:
    # The tools' hello cases are looked for before the releases.
    for tool in {tool.hello for tool in TOOLS.values()}:
        write_case(corpus_root, tool)
    with nothing_changes(place), nothing_changes(corpus_root):
        said = call(*arguments)
    refused(said, *words)
    assert said.out == ""


def test_a_cuda_device_that_is_not_there_is_named_and_the_store_kept(recorded: Path, place: Path, ready: None) -> None:
    for command in (("bench",), ("corpus", "verify")):
        with nothing_changes(place):
            refused(call(*command, "--device", "cuda:63"), "cuda:63: Warp", "use --device cpu")


def test_an_interpreter_without_warp_is_told_what_it_lacks(recorded: Path, place: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    venv.create(bare, symlinks=True)
    with nothing_changes(place):
        refused(call("bench", "--warp", bare), f"{bare / 'bin' / 'python'} has no ")
    (packages,) = bare.glob("lib/python*/site-packages")
    (packages / "numpy.py").write_text("__version__ = '2.0.0'\n")
    for path in (bare, bare / "bin" / "python"):
        with nothing_changes(place):
            refused(call("bench", "--warp", path), f"{bare / 'bin' / 'python'} has no Warp: install warp-lang")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere/python", "no such file"),
        ("folder", "a folder without bin/python"),
        ("text", "cannot be run"),
        ("script", "is no working Python interpreter: no snake here"),
        ("silent", "said nothing"),
    ],
)
def test_a_path_that_is_no_interpreter_is_named(
    name: str, says: str, recorded: Path, place: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("just a text")
    for script, line in (("script", "echo no snake here >&2; exit 3"), ("silent", "exit 0")):
        (tmp_path / script).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / script).chmod(0o755)
    with nothing_changes(place):
        refused(call("bench", "--warp", tmp_path / name), str(tmp_path / name), says)


# ------------------------------------------------------------------------------------------ bad stores

COMMANDS = (("report",), ("corpus", "show", "sample"), ("bench",), ("corpus", "verify"))


def newer_schema(path: Path) -> None:
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")


def foreign_database(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mine (x)")


BAD_STORES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a text": (lambda path: path.write_text("dear diary\n" * 500), "is no tapecheck store"),
    "a folder": (lambda path: path.mkdir(), "give a file name to --store"),
    "a newer schema": (newer_schema, "newer tapecheck"),
    "another database": (foreign_database, "is a SQLite file but no tapecheck store"),
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", BAD_STORES)
def test_what_is_no_store_is_named_and_never_written_to(
    kind: str, command: tuple[str, ...], corpus_root: Path, place: Path, ready: None
) -> None:
    """--store and a slip of the keyboard must not cost anybody a file."""
    write_case(corpus_root)
    make, says = BAD_STORES[kind]
    make(place / "other")
    with nothing_changes(place):
        refused(call(*command, "--store", "other"), "other: ", says)


@pytest.mark.parametrize("command", [("bench",), ("corpus", "verify")], ids=" ".join)
def test_a_store_that_cannot_be_written_is_told_before_anything_runs(
    command: tuple[str, ...], corpus_root: Path, tmp_path: Path, ready: None
) -> None:
    write_case(corpus_root)
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    if os.access(folder, os.W_OK):
        # Nothing is locked for an administrator, but in /proc nobody makes files.
        folder = Path("/proc")
        if not folder.is_dir():
            pytest.skip("this user may write everywhere")
    refused(call(*command, "--store", folder / "s.sqlite"), f"{folder / 's.sqlite'}: cannot be opened", "permissions")


@pytest.mark.parametrize("command", [("bench",), ("corpus", "verify")], ids=" ".join)
def test_a_store_in_a_folder_that_is_not_there_is_named(
    command: tuple[str, ...], corpus_root: Path, place: Path, ready: None
) -> None:
    write_case(corpus_root)
    with nothing_changes(place):
        refused(call(*command, "--store", "missing/s.sqlite"), "missing/s.sqlite: not a file in an existing folder")


def test_a_report_makes_no_store(corpus_root: Path, place: Path) -> None:
    write_case(corpus_root)
    refused(call("report"), "tapecheck.sqlite: no such store", "tapecheck bench")
    assert list(place.iterdir()) == []


def test_an_empty_store_says_what_to_do(corpus_root: Path, place: Path) -> None:
    write_case(corpus_root)
    Store(place / "tapecheck.sqlite").close()
    refused(call("report"), "holds no records", "tapecheck bench")


# ----------------------------------------------------------------------------------------- bad corpora


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))

    return change


BAD_CASES: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "no repair": (lambda folder: (folder / "fixed.py").unlink(), "", "has no fixed.py"),
    "no oracle": (lambda folder: (folder / "oracle.py").unlink(), "", "has no oracle.py"),
    "no metadata": (lambda folder: (folder / "case.toml").unlink(), "", "has no case.toml"),
    "an unknown word": (
        replaced("case.toml", 'cause = "in-place"', 'cause = "[red]gremlins[/red]"'),
        "case.toml",
        "cause '[red]gremlins[/red]' is not in the vocabulary",
    ),
    "an unknown key": (replaced("case.toml", "[story]", "colour = 1\n[story]"), "case.toml", "unknown key 'colour'"),
    "broken metadata": (replaced("case.toml", "[story]", "[story"), "case.toml", "line"),
    "metadata in another encoding": (
        lambda folder: (folder / "case.toml").write_bytes("id = 'é'".encode("latin-1")),
        "case.toml",
        "utf-8",
    ),
    "a program without gradient": (
        replaced("buggy.py", "def gradient(", "def gradients("),
        "buggy.py",
        "defines no gradient()",
    ),
    "a program that is no Python": (
        lambda folder: (folder / "fixed.py").write_text("def ("),
        "fixed.py",
        "cannot be read as Python",
    ),
    "an oracle without objective": (
        replaced("oracle.py", "def objective(", "def objectives("),
        "oracle.py",
        "defines no objective()",
    ),
    "a claim about nothing": (
        replaced("case.toml", 'program = "buggy"', 'program = "bugy"'),
        "case.toml",
        "programs here are buggy, fixed",
    ),
}


@pytest.mark.parametrize("kind", BAD_CASES)
def test_a_case_that_does_not_fit_is_named_by_its_file(kind: str, corpus_root: Path) -> None:
    folder = write_case(corpus_root)
    spoil, name, says = BAD_CASES[kind]
    spoil(folder)
    refused(call("corpus", "list"), str(folder / name), says)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_bad_case_stops_every_command_before_it_does_anything(
    command: tuple[str, ...], recorded: Path, corpus_root: Path, place: Path, ready: None
) -> None:
    write_case(corpus_root, "spoiled", buggy="x = 1\n")
    with nothing_changes(place):
        said = call(*command)
    refused(said, "spoiled/buggy.py: defines no inputs()")
    assert said.out == ""


def test_a_corpus_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAPECHECK_CORPUS", str(tmp_path / "nowhere"))
    refused(call("corpus", "list"), f"{tmp_path / 'nowhere'}: no such corpus folder")


# --------------------------------------------------------------------------------------------- bench


def test_bench_runs_every_cell_and_prints_both_tables(first_bench: tuple[Path, Said]) -> None:
    store, said = first_bench
    assert said.status == 0
    assert said.err.splitlines()[-1].startswith(f"{CELLS} cells run ({CELLS} completed), 0 skipped, ")
    assert said.err.splitlines()[:-1] == [
        f"{CELLS} cells to run (a program under a tool, or its measurement), 0 are recorded"
    ]
    lines = said.out.splitlines()
    assert lines[0] == "Signatures of the buggy programs, cpu"
    assert any(line.split()[:3] == ["sample", "factor", "3"] for line in lines)
    (row,) = [line for line in lines[lines.index("") + 4 :] if line.startswith("sample") and "missed" in line]
    assert row.split()[3:] == ["missed", "missed", "missed", "caught", "missed"]
    assert [path.name for path in store.parent.glob("s.sqlite*")] == ["s.sqlite"]


def test_a_second_bench_runs_nothing_and_prints_the_same(
    first_bench: tuple[Path, Said], recorded: Path, place: Path, ready: None
) -> None:
    with nothing_changes(place):
        said = call("bench")
    assert said.status == 0
    assert said.err.startswith(f"0 cells run, {CELLS} skipped, ")
    assert said.out == first_bench[1].out


def test_bench_runs_only_the_tools_and_cases_asked_for(corpus_root: Path, ready: None) -> None:
    for name in ("one", "two"):
        write_case(corpus_root, name)
    said = call("bench", "--case", "o*", "--tool", "loss-descent", "--store", "s.sqlite", "--jobs", 2)
    assert said.err.splitlines()[-1].startswith("4 cells run (4 completed), 0 skipped, ")
    with Store(Path("s.sqlite"), create=False) as store:
        found = {record.coordinate[:3] for record in store.records()}
    assert found == {("one", program, tool) for program in ("buggy", "fixed") for tool in ("measure", "loss-descent")}
    assert "two" not in said.out


def test_a_release_that_cannot_be_set_up_costs_neither_the_others_nor_their_tables(
    recorded: Path, own_environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ensure(target: object) -> Environment:
        if getattr(target, "release", None) is None:
            return own_environment
        raise SetupError("Warp 1.16.0: not installed: the index is away [sic]; mend that")

    monkeypatch.setattr("tapecheck.cli.common.ensure", ensure)
    said = call("bench", "--warp", f"1.16.0,{sys.executable}")
    assert said.status == 3
    assert said.err.splitlines()[0] == "tapecheck: Warp 1.16.0: not installed: the index is away [sic]; mend that"
    assert f"0 cells run, {CELLS} skipped" in said.err
    assert "Coverage, Warp 1.16.0, cpu" in said.out
    assert f"Coverage, Warp {own_environment.label}, cpu" in said.out
    with Store(recorded, create=False) as store:
        outcomes = [record.outcome for record in store.records() if record.warp == "1.16.0"]
    assert outcomes == [Outcome.ENVIRONMENT] * CELLS
    assert call("bench", "--warp", "1.16.0").status == 3, "it is tried again"


def test_breaking_off_ends_with_status_130_and_no_traceback(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, ready: None
) -> None:
    def broken_off(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.bench, "run_matrix", broken_off)
    said = call("bench")
    assert said.status == 130
    assert "Traceback" not in said.err
    assert call("report").status == 0


# --------------------------------------------------------------------------------------------- report

TABLES = ("signatures", "coverage", "scorecard")


@pytest.mark.parametrize("table", TABLES)
def test_every_table_is_printed_in_every_format(table: str, recorded: Path) -> None:
    said = {form: call("report", "--table", table, "--format", form) for form in ("text", "markdown", "csv", "json")}
    assert {form: (found.status, found.err) for form, found in said.items()} == dict.fromkeys(said, (0, ""))
    title = said["text"].out.splitlines()[0]
    assert title.lower().startswith(table)
    assert said["markdown"].out.splitlines()[0].startswith(f"### {table.capitalize()}")
    assert "|--" in said["markdown"].out or "|:-" in said["markdown"].out
    (loaded,) = json.loads(said["json"].out)
    assert loaded["table"] == table
    assert loaded["title"] == title
    assert loaded["device"] == "cpu"
    frame = pd.read_csv(io.StringIO(said["csv"].out))
    assert len(frame) == len(loaded["records"]) > 0
    assert list(frame.columns) == list(loaded["records"][0])
    for form, found in said.items():
        assert found.out.endswith("\n"), form
        assert not found.out.endswith("\n\n"), form


def test_a_report_shows_what_was_measured_and_graded(recorded: Path, own_environment: Environment) -> None:
    tables = {table["table"]: table for table in json.loads(call("report", "--format", "json").out)}
    (signature,) = tables["signatures"]["records"]
    assert signature["case"] == "sample"
    assert signature[own_environment.label] == "factor 3"
    (row,) = tables["coverage"]["records"]
    assert [row[tool] for tool in TOOLS] == ["missed", "missed", "missed", "caught", "missed"]
    assert [row["tool"] for row in tables["scorecard"]["records"]] == list(TOOLS)


def test_all_tables_without_a_name_and_each_once(recorded: Path) -> None:
    assert [table["table"] for table in json.loads(call("report", "--format", "json").out)] == list(TABLES)
    twice = ("--table", "coverage", "--table", "coverage")
    assert len(json.loads(call("report", *twice, "--format", "json").out)) == 1


def test_a_report_runs_nothing_and_writes_nothing_into_the_store(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    before = recorded.read_bytes()
    assert call("report").status == 0
    assert recorded.read_bytes() == before


def test_a_report_says_what_it_leaves_out(recorded: Path, corpus_root: Path) -> None:
    """Records of a program that is gone would else vanish from the tables without a word."""
    (corpus_root / "kernel" / "sample").rename(corpus_root / "kernel" / "renamed")
    replaced("case.toml", 'id = "sample"', 'id = "renamed"')(corpus_root / "kernel" / "renamed")
    said = call("report", "--table", "coverage")
    assert said.status == 0
    assert f"{CELLS} records not shown, of programs that the corpus lacks: sample/buggy, sample/fixed" in said.err
    assert "not run" in said.out


# --------------------------------------------------------------------------------------------- corpus


def test_the_list_has_one_line_for_each_case(corpus_root: Path) -> None:
    for name in ("one", "two", "other"):
        write_case(corpus_root, name, fixed_again=PROGRAM)
    said = call("corpus", "list")
    assert (said.status, said.err) == (0, "")
    heading, *lines = said.out.splitlines()
    assert heading.split() == ["case", "family", "kind", "cause", "programs", "title"]
    assert [line.split()[0] for line in lines] == ["one", "other", "two"]
    assert " ".join(lines[0].split()[1:]) == "kernel bug in-place buggy fixed fixed_again A case of a test"
    assert [line.split()[0] for line in call("corpus", "list", "o*").out.splitlines()[1:]] == ["one", "other"]


def test_a_case_is_told_with_its_story_its_diff_and_what_was_measured(recorded: Path, place: Path) -> None:
    said = call("corpus", "show", "sample")
    assert (said.status, said.err) == (0, "")
    for text in (
        "sample  A case of a test",
        "Symptom. a",
        "Telling it apart. d",
        '-    return {"x": 3.0 * x.grad.numpy()}',
        '+    return {"x": x.grad.numpy()}',
        "factor 3",
    ):
        assert text in said.out
    elsewhere = call("corpus", "show", "sample", "--store", "other.sqlite")
    assert elsewhere.status == 0
    assert "Nothing measured in other.sqlite" in elsewhere.out
    assert not (place / "other.sqlite").exists()


def test_brackets_in_a_program_are_shown_as_they_are(corpus_root: Path) -> None:
    """The printer of the story takes some brackets for markup; `y[i]` in a diff must not lose its index."""
    changed = TRIPLE.replace("y[i] = 2.0 * x[i]", "y[i] = x[i] + x[i]  # [red]twice[/red]")
    write_case(corpus_root, fixed=changed)
    said = call("corpus", "show", "sample")
    assert said.status == 0
    assert "+    y[i] = x[i] + x[i]  # [red]twice[/red]" in said.out


# --------------------------------------------------------------------------------------------- verify


def test_claims_that_hold_are_status_0(recorded: Path, place: Path, ready: None) -> None:
    with nothing_changes(place):
        said = call("corpus", "verify")
    assert said == Said(0, "1 cases, 2 programs, 1 releases: every claim holds\n", "")


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ('"zero"', "claimed zero, but shows factor 3 (relative error 2, input x)"),
        ('"factor"\nfactor = 2.0', "claimed factor 2, but the factor is 3"),
    ],
)
def test_a_claim_that_fails_is_named_with_its_numbers_and_status_1(
    new: str, says: str, recorded: Path, corpus_root: Path, own_environment: Environment, ready: None
) -> None:
    replaced("case.toml", 'signature = "factor"', f"signature = {new}")(corpus_root / "kernel" / "sample")
    said = call("corpus", "verify")
    assert said.status == 1
    assert said.err == ""
    lines = said.out.splitlines()
    assert lines[0] == f"sample/buggy on Warp {own_environment.label}: {says}"
    assert lines[-1] == "1 cases, 2 programs, 1 releases: 1 findings"


def test_claims_with_a_hole_are_found_also_where_another_release_is_verified(
    recorded: Path, corpus_root: Path, own_environment: Environment, ready: None
) -> None:
    assert Version(own_environment.warp) > Version("1.0.0")
    replaced("case.toml", '">=1.0.0"', '">1.0.0"')(corpus_root / "kernel" / "sample")
    said = call("corpus", "verify")
    assert said.status == 1
    assert "sample/buggy: 0 claims hold for Warp 1.0.0; there must be one" in said.out


def test_an_oracle_that_contradicts_itself_is_found(recorded: Path, corpus_root: Path, ready: None) -> None:
    replaced("oracle.py", "8.0 * x", "7.0 * x")(corpus_root / "kernel" / "sample")
    said = call("corpus", "verify")
    assert said.status == 1
    assert "sample/oracle: gradient of x differs from differences of the objective by 3" in said.out
    assert "sample/fixed on Warp" in said.out, "and what it calls wrong is still told"


def test_programs_that_start_from_different_inputs_are_found(recorded: Path, corpus_root: Path, ready: None) -> None:
    """A repair that starts elsewhere repairs nothing."""
    replaced("fixed.py", "[1.0, -2.0, 0.5, 3.0]", "[1.0, -2.0, 0.5, 2.5]")(corpus_root / "kernel" / "sample")
    said = call("corpus", "verify")
    assert said.status == 1
    assert "sample: buggy and fixed do not all start from the same inputs" in said.out


def test_a_release_that_cannot_be_verified_is_no_proof(
    recorded: Path, own_environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ensure(_target: object) -> Environment:
        raise SetupError("Warp 1.16.0: not installed; mend that")

    monkeypatch.setattr("tapecheck.cli.common.ensure", ensure)
    said = call("corpus", "verify", "--warp", "1.16.0")
    assert said.status == 3
    assert said.err == "tapecheck: Warp 1.16.0: not installed; mend that\n"


# ---------------------------------------------------------------------------------------------- tools


def test_the_list_of_tools_says_what_each_cannot_see() -> None:
    said = call("tools", "list")
    assert (said.status, said.err) == (0, "")
    for name, tool in TOOLS.items():
        assert f"{name}  {tool.about}" in said.out
        assert f"from Warp {'.'.join(map(str, tool.since))}; hello case: {tool.hello}" in said.out
        for line in tool.blind:
            assert f"blind to {line}" in said.out


# ---------------------------------------------------------------------------------- pipes and terminals


def test_a_reader_that_leaves_early_is_no_error(recorded: Path) -> None:
    """As in `tapecheck report | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    commands = ("report", "--format", "json"), ("corpus", "show", "sample")
    processes = [start(*command, stdout=writing) for command in commands]
    os.close(writing)
    assert [process.communicate(timeout=120)[1] for process in processes] == ["", ""]


def test_a_file_gets_no_colours_also_where_the_terminal_has_them(recorded: Path) -> None:
    """A diff is what is coloured most."""
    process = start("corpus", "show", "sample", TERM="xterm-256color", COLORTERM="truecolor")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert '+    return {"x": x.grad.numpy()}' in out
    assert "\x1b" not in out + err
