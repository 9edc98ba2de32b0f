"""Environments: what the words of --warp mean, and how environments come and go."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from typer.testing import CliRunner

from tapecheck import environments, interpreters, releases
from tapecheck.environments import KNOWN, Target, ensure, installed, remove, resolve, size
from tapecheck.errors import InputError, SetupError
from tapecheck.releases import Discovery, NoSolutionError, UvError, discover, split, uv_reason

PY = f"py{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own."""
    monkeypatch.setenv("TAPECHECK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def labels(*words: str) -> list[str]:
    return [target.label for target in resolve(words)]


def index_of(
    *more: str, note: str = "", asked: bool = True, calls: list[bool] | None = None
) -> Callable[..., Discovery]:
    """A discovery that finds ``more`` besides the known releases."""

    def found(*, refresh: bool = False) -> Discovery:
        if calls is not None:
            calls.append(refresh)
        return Discovery(tuple(sorted({*KNOWN, *more}, key=Version)), note, asked or refresh)

    return found


@pytest.fixture
def known_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "discover", index_of())


# ---------------------------------------------------------------------------------------------- words


def test_known_releases_are_complete_and_ascending() -> None:
    assert len(KNOWN) == 39
    assert (KNOWN[0], KNOWN[-1]) == ("1.0.0", "1.19.0")
    assert list(KNOWN) == sorted(set(KNOWN), key=Version)
    assert set(releases.LANDMARKS) < set(KNOWN)


def test_words(known_only: None) -> None:
    assert labels("1.16.0") == ["1.16.0"]
    assert labels("latest") == ["1.19.0"]
    assert labels("landmarks") == ["1.5.1", "1.8.1", "1.12.1", "1.13.0", "1.16.0", "1.17.0", "1.19.0"]
    assert labels("all") == list(KNOWN)
    assert labels(">=1.17") == ["1.17.0", "1.18.0", "1.19.0"]
    assert labels(">=1.8,<1.9, !=1.8.0") == ["1.8.1"]
    assert labels("~=1.8.0") == ["1.8.0", "1.8.1"]
    assert labels("1.16.0,1.12.1") == ["1.12.1", "1.16.0"]
    assert labels("latest", ">=1.18", "1.2.0,1.19.0") == ["1.2.0", "1.18.0", "1.19.0"]
    assert resolve(["1.16.0"]) == [Target("1.16.0", "1.16.0", None)]
    assert resolve([]) == []


def test_a_known_release_needs_no_index(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*, refresh: bool = False) -> Discovery:
        raise AssertionError("the index was asked")

    monkeypatch.setattr(releases, "discover", refuse)
    assert labels("1.16.0,1.12.1", "v1.13.0") == ["1.12.1", "1.13.0", "1.16.0"]


def test_newer_releases_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "discover", index_of("1.20.0", "1.21.0"))
    assert labels("latest") == ["1.21.0"]
    assert labels("landmarks")[-1] == "1.21.0"
    assert labels("1.20.0") == ["1.20.0"]
    assert labels(">1.18") == ["1.19.0", "1.20.0", "1.21.0"]


@pytest.mark.parametrize("word", ["1.20.0", ">=1.20"])
def test_an_unknown_release_refreshes_once(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bool] = []
    monkeypatch.setattr(releases, "discover", index_of(asked=False, calls=calls))
    with pytest.raises(InputError):
        resolve([word])
    assert calls == [False, True]
    calls.clear()
    monkeypatch.setattr(releases, "discover", index_of(asked=True, calls=calls))
    with pytest.raises(InputError):
        resolve([word])
    assert calls == [False]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("1.99.0", "1.99.0 is no release of Warp; known are 1.0.0 to 1.19.0"),
        ("1.19.0rc1", "1.19.0rc1 is no release of Warp; known are 1.0.0 to 1.19.0"),
        (">=9", "'>=9' matches no release of Warp; known are 1.0.0 to 1.19.0"),
        (">=x", "'>=x' is no version range; write it as '>=1.13,<1.17'"),
        ("1.12", "1.12 is not a whole release; write 1.12.0, 1.12.1 or '==1.12.*'"),
        ("newest", "'newest' is not understood; give a release such as 1.19.0, a range such as"),
        ("", "'' is not understood"),
        ("/no/such/python", "/no/such/python: no such file; give the path of a Python interpreter"),
    ],
)
def test_error_texts(word: str, text: str, known_only: None) -> None:
    with pytest.raises(InputError) as caught:
        resolve([word])
    assert str(caught.value).startswith(text)
    assert "\n" not in str(caught.value)


def test_an_index_out_of_reach_is_told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(releases, "discover", index_of(note="the index is away"))
    assert labels("latest", "all")[-1] == "1.19.0"
    assert caplog.messages == ["the index is away"]
    with pytest.raises(InputError, match=r"1\.20\.0 is no release .* \(the index is away\)"):
        resolve(["1.20.0"])


def test_a_file_does_not_hide_a_word(known_only: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("1.16.0", "latest", "elsewhere"):
        (tmp_path / name).mkdir()
    assert labels("1.16.0", "latest") == ["1.16.0", "1.19.0"]
    with pytest.raises(InputError, match=r"elsewhere: a folder without bin/python"):
        resolve(["elsewhere"])


@given(st.lists(st.sampled_from(KNOWN), max_size=30), st.data())
def test_versions_are_sorted_and_once_each(words: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(words)))
    joined = [*words[:cut], *([",".join(words[cut:])] if words[cut:] else [])]
    assert labels(*joined) == sorted(set(words), key=Version)


@given(st.sampled_from(KNOWN), st.sampled_from(KNOWN), st.sampled_from(["<", "<=", ">", ">=", "==", "!="]))
def test_ranges_are_those_of_pep_440(low: str, high: str, operator: str) -> None:
    word = f">={low},{operator}{high}"
    expected = list(SpecifierSet(word).filter(KNOWN))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(releases, "discover", index_of())
        if expected:
            assert labels(word) == expected
        else:
            with pytest.raises(InputError):
                resolve([word])


@given(st.text("0123456789.<>=!~,* abcdv+-", max_size=20))
def test_any_word_means_releases_or_is_an_input_error(word: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(releases, "discover", index_of())
        try:
            targets = resolve([word])
        except InputError as error:
            assert "\n" not in str(error)
        else:
            assert {target.release for target in targets} <= set(KNOWN)


@given(st.lists(st.sampled_from(["1.12.1", ">=1.6", "<1.9", "latest"])))
def test_splitting_keeps_every_piece(pieces: list[str]) -> None:
    words = split(",".join(pieces))
    assert ",".join(words) == ",".join(pieces)
    for before, after in itertools.pairwise(words):
        assert before[0] not in "<>" or after[0] not in "<>"


# ------------------------------------------------------------------------------------------ discovery


def fake_index(
    have: Sequence[str], calls: list[str] | None = None, down_after: int | None = None
) -> Callable[..., str]:
    """A uv whose index has the releases ``have``; out of reach from call ``down_after`` on."""
    asked: list[str] = [] if calls is None else calls

    def run(arguments: Sequence[str], *, text: str = "", **_: object) -> str:
        asked.append(text)
        if down_after is not None and len(asked) > down_after:
            raise UvError("no route")
        fitting = list(SpecifierSet(text.removeprefix("warp-lang").strip()).filter(have))
        if not fitting:
            raise NoSolutionError("unsatisfiable")
        return f"warp-lang=={max(fitting, key=Version)}\n"

    return run


@settings(max_examples=30)
@given(st.sets(st.sampled_from(["0.9.0", "1.2.3", "1.12.2", "1.19.1", "1.20.0", "1.20.1", "1.30.0", "2.0.0"])))
def test_discovery_finds_all_that_the_index_has(more: set[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPECHECK_CACHE", folder)
        patch.setattr(releases, "run_uv", fake_index([*KNOWN, *more]))
        expected = tuple(sorted({*KNOWN, *(more - {"0.9.0"})}, key=Version))
        assert discover() == Discovery(expected, asked=True)
        assert discover() == Discovery(expected)


def test_discovery_is_kept_for_a_day(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr(releases, "run_uv", fake_index([*KNOWN, "1.20.0"], calls))
    discover()
    discover()
    assert len(calls) == 3
    discover(refresh=True)
    assert len(calls) == 6
    later = time.time() + 90000
    monkeypatch.setattr(time, "time", lambda: later)
    discover()
    assert len(calls) == 9


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '{"asked": 1, "python": "2.0", "releases": []}', "\x00"])
def test_a_spoilt_answer_is_asked_for_again(text: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.mkdir()
    (cache / "releases.json").write_text(text)
    monkeypatch.setattr(releases, "run_uv", fake_index(KNOWN))
    assert discover() == Discovery(KNOWN, asked=True)
    assert json.loads((cache / "releases.json").read_text())["releases"] == []


def test_out_of_reach_falls_back_on_what_was_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "run_uv", fake_index(KNOWN, down_after=0))
    found = discover()
    assert found.releases == KNOWN
    assert found.note == "the package index could not be asked for releases after 1.19.0: no route"
    monkeypatch.setattr(releases, "run_uv", fake_index([*KNOWN, "1.20.0"]))
    discover()
    # The second call finds 1.20.0; that the index goes away then must not pass for its last word.
    for down_after in (0, 1, 2):
        monkeypatch.setattr(releases, "run_uv", fake_index([*KNOWN, "1.20.0"], down_after=down_after))
        found = discover(refresh=True)
        assert found.releases[-1] == "1.20.0"
        assert "after 1.20.0: no route" in found.note


def test_a_cache_that_cannot_be_written_is_no_failure(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write_text("a file, where a folder should be")
    monkeypatch.setattr(releases, "run_uv", fake_index(KNOWN))
    assert discover().releases == KNOWN
    assert "cannot be written" in caplog.text


@pytest.mark.parametrize(
    ("stderr", "reason"),
    [
        ("", ""),
        ("something\nodd\n", "odd"),
        ("error: A\n  cause: B\n  cause: tcp connect error\n", "tcp connect error"),
        ("error: No solution found\n  cause: Because a\n     and b\n   c.\n\nhint: try d\n", "Because a and b c"),
        ("  \u00d7 No solution found:\n  \u2570\u2500\u25b6 Because a\n      and b.\n", "Because a and b"),
        ("warning: w\nerror: Failed to fetch\n  Caused by: dns error\n", "dns error"),
    ],
)
def test_reason_of_uv(stderr: str, reason: str) -> None:
    assert uv_reason(stderr) == reason


# ---------------------------------------------------------------------------------- own interpreters


def make_python(folder: Path, warp: str | None = "1.20.0.dev3", broken: str = "") -> Path:
    """A virtual environment with a Warp in name only; return its interpreter."""
    venv.create(folder, symlinks=True, with_pip=False)
    site = folder / "lib" / f"python{PY[2:]}" / "site-packages"
    (site / "numpy").mkdir()
    (site / "numpy" / "__init__.py").write_text("__version__ = '2.0.0'\n")
    if warp is not None:
        (site / "warp" / "bin").mkdir(parents=True)
        (site / "warp" / "__init__.py").write_text(f"from warp import config\n{broken}\n")
        (site / "warp" / "config.py").write_text(f"version = {warp!r}\n")
        (site / "warp" / "bin" / "warp.so").write_text("machine code")
    return folder / "bin" / "python"


def test_an_interpreter(known_only: None, tmp_path: Path) -> None:
    python = make_python(tmp_path / "own")
    target, *more = resolve([str(python), str(tmp_path / "own"), str(python) + "3"])
    assert not more
    assert target.release is None
    assert target.label.startswith("1.20.0.dev3@")
    environment = ensure(target)
    assert environment.label == target.label
    assert (environment.warp, environment.numpy) == ("1.20.0.dev3", "2.0.0")
    assert target.label.endswith(environment.build[:6])
    assert labels(str(python), "1.16.0", "latest") == ["1.16.0", "1.19.0", target.label]
    assert installed() == []


@pytest.mark.parametrize("name", ["bin/warp.so", "config.py"])
def test_a_changed_build_has_another_label(name: str, tmp_path: Path) -> None:
    python = make_python(tmp_path / "own")
    before = labels(str(python))
    assert labels(str(python)) == before
    path = next((tmp_path / "own").rglob(f"warp/{name}"))
    os.utime(path, (1, 1))
    assert labels(str(python)) != before


def test_a_pythonpath_lends_no_warp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_python(tmp_path / "has")
    python = make_python(tmp_path / "lacks", warp=None)
    monkeypatch.setenv("PYTHONPATH", str(next((tmp_path / "has").rglob("site-packages"))))
    # A folder called warp, such as a checkout, is found by import and is no Warp either.
    (next((tmp_path / "lacks").rglob("site-packages")) / "warp").mkdir()
    with pytest.raises(InputError, match=f"^{python} has no Warp: install warp-lang there$"):
        resolve([str(python)])


def test_interpreters_that_are_of_no_use(tmp_path: Path) -> None:
    lacks = make_python(tmp_path / "lacks", warp=None)
    broken = make_python(tmp_path / "broken", broken="raise OSError('warp.so:\\n no such symbol')")
    unnamed = make_python(tmp_path / "unnamed", warp="mine")
    text = tmp_path / "text"
    text.write_text("no program")
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\necho no use >&2\nexit 3\n")
    script.chmod(0o755)
    for python, reason in {
        lacks: f"{lacks} has no Warp: install warp-lang there",
        broken: f"{broken}: Warp cannot be imported: OSError: warp.so: no such symbol; mend that build",
        unnamed: f"{unnamed}: its Warp has the version 'mine', which is none; mend that build",
        text: f"{text}: cannot be run: Permission denied; give the path of a Python interpreter",
        script: f"{script}: is no working Python interpreter: no use; give the path of one",
    }.items():
        with pytest.raises(InputError) as caught:
            resolve([str(python)])
        assert str(caught.value) == reason
        with pytest.raises(SetupError) as failed:
            ensure(Target("x", None, python))
        assert str(failed.value) == reason


def test_a_slow_interpreter_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = make_python(tmp_path / "own", broken="import time; time.sleep(60)")
    monkeypatch.setattr(interpreters, "_QUERY_SECONDS", 0.5)
    with pytest.raises(InputError, match="did not import Warp within"):
        resolve([str(python)])


# --------------------------------------------------------------------------------------- environments


def fake_uv(calls: list[str] | None = None, fail: str = "", gives: str = "") -> Callable[..., str]:
    """A uv that makes environments with a Warp in name only, or fails at one of its steps."""

    def run(arguments: Sequence[str], **_: object) -> str:
        step = arguments[0]
        if calls is not None:
            calls.append(step)
        if step == fail:
            raise UvError("the disk is full")
        if step == "venv":
            make_python(Path(arguments[-1]), warp=None)
            return ""
        site = next(Path(arguments[3]).parents[1].rglob("site-packages"))
        version = gives or arguments[4].removeprefix("warp-lang==")
        (site / "warp").mkdir()
        (site / "warp" / "__init__.py").write_text("from warp import config\n")
        (site / "warp" / "config.py").write_text(f"version = {version!r}\n")
        return ""

    return run


def target(release: str = "1.16.0") -> Target:
    return Target(release, release, None)


def test_an_environment_is_made_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    said: list[str] = []
    monkeypatch.setattr(environments, "run_uv", fake_uv(calls))
    made = ensure(target(), said.append)
    assert made.python == cache / "environments" / f"1.16.0-{PY}" / "bin" / "python"
    assert (made.label, made.warp, made.numpy, made.python_version) == ("1.16.0", "1.16.0", "2.0.0", PY[2:])
    assert made.build == "release"
    assert said[0] == "1.16.0: creating a virtual environment"
    assert said[-1] == "1.16.0: ready"
    assert ensure(target()) == made
    assert calls == ["venv", "pip"]
    assert installed() == [made]
    assert subprocess.run([made.python, "-c", "import warp"], check=False).returncode == 0


@pytest.mark.parametrize("spoilt", ["missing", "text", "format", "label", "interpreter", "file"])
def test_an_incomplete_environment_is_made_again(spoilt: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "run_uv", fake_uv())
    made = ensure(target())
    folder = made.python.parents[1]
    marker = folder / "tapecheck.json"
    (folder / "left-over").write_text("x")
    if spoilt == "missing":
        marker.unlink()
    elif spoilt == "text":
        marker.write_text("{")
    elif spoilt == "interpreter":
        for link in (folder / "bin").glob("python*"):
            link.unlink()
    elif spoilt == "file":
        folder.rename(folder.with_name("away"))
        folder.write_text("a file")
    else:
        facts = json.loads(marker.read_text())
        marker.write_text(json.dumps({**facts, spoilt: 0}))
    assert installed() == []
    assert ensure(target()) == made
    assert not (folder / "left-over").exists()
    assert installed() == [made]


def test_what_was_broken_off_is_swept_up_later(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh, old = (cache / "environments" / name for name in (".1.17.0-fresh", ".1.17.0-old"))
    for folder in (fresh, old):
        (folder / "environment").mkdir(parents=True)
    os.utime(old, (time.time() - 1e5,) * 2)
    monkeypatch.setattr(environments, "run_uv", fake_uv())
    ensure(target())
    assert fresh.exists()
    assert not old.exists()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            {"fail": "venv"},
            "Warp 1.16.0: not installed: the disk is full; mend that and run `tapecheck env add 1.16.0`",
        ),
        ({"fail": "pip"}, "Warp 1.16.0: not installed: the disk is full; mend that and run `tapecheck env add 1.16.0`"),
        ({"gives": "1.15.0"}, "Warp 1.16.0: uv installed 1.15.0 in its place; mend that and run"),
    ],
)
def test_a_failed_creation_leaves_nothing(
    options: dict[str, str], text: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environments, "run_uv", fake_uv(fail=options.get("fail", ""), gives=options.get("gives", "")))
    with pytest.raises(SetupError) as caught:
        ensure(target())
    assert str(caught.value).startswith(text)
    assert list((cache / "environments").iterdir()) == []


def test_a_cache_that_is_no_folder(cache: Path) -> None:
    cache.write_text("a file")
    with pytest.raises(SetupError, match=r"^Warp 1\.16\.0: .*Not a directory; .* TAPECHECK_CACHE"):
        ensure(target())
    assert installed() == []


def test_a_target_of_nothing() -> None:
    with pytest.raises(ValueError, match="neither a release nor an interpreter"):
        ensure(Target("x", None, None))


def test_the_slower_of_two_creations_takes_the_environment_of_the_other(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = threading.Barrier(3)
    uv = fake_uv()

    def run(arguments: Sequence[str], **more: object) -> str:
        if arguments[0] == "pip":
            meeting.wait(60)
        return uv(arguments, **more)

    monkeypatch.setattr(environments, "run_uv", run)
    made: list[environments.Environment] = []
    threads = [threading.Thread(target=lambda: made.append(ensure(target()))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == installed() * 3
    assert [path.name for path in (cache / "environments").iterdir()] == [f"1.16.0-{PY}"]


def test_removal(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "run_uv", fake_uv())
    for release in ("1.2.0", "1.16.0", "1.10.0"):
        made = ensure(target(release))
    assert [each.label for each in installed()] == ["1.2.0", "1.10.0", "1.16.0"]
    # A file with a name elsewhere, as uv's cache has for all, is not freed by removing one of its names.
    (cache / "elsewhere").write_bytes(b"x" * 100_000)
    (made.python.parents[1] / "linked").hardlink_to(cache / "elsewhere")
    kernels = environments.kernel_root()
    for name in ("1.10.0-shared", "1.10.0-worker1", "1.10.01-shared"):
        (kernels / name).mkdir(parents=True)
    (kernels / "1.10.0-shared" / "module").write_bytes(b"x" * 200_000)
    before = size(made)
    freed = remove("1.10.0")
    assert before - 100_000 + 200_000 == freed
    assert [each.label for each in installed()] == ["1.2.0", "1.16.0"]
    assert [path.name for path in kernels.iterdir()] == ["1.10.01-shared"]
    for label in ("1.10.0", "1.1", "", "*", "..", "1.16.0/..", f"1.16.0-{PY}"):
        with pytest.raises(InputError, match=r"no such environment in .*; there are: 1\.2\.0, 1\.16\.0$"):
            remove(label)
    assert len(installed()) == 2


def test_kernels_of_an_own_build_can_be_removed(cache: Path) -> None:
    (environments.kernel_root() / "1.20.0.dev3@ab12cd-shared").mkdir(parents=True)
    assert remove("1.20.0.dev3@ab12cd") == 0
    with pytest.raises(InputError, match="there are: none"):
        remove("1.20.0.dev3@ab12cd")


def test_the_cache_folder_is_read_when_it_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAPECHECK_CACHE", "here")
    assert environments.cache_root() == tmp_path / "here"
    assert environments.kernel_root() == tmp_path / "here" / "kernels"
    monkeypatch.setenv("TAPECHECK_CACHE", "")
    assert environments.cache_root().name == "tapecheck"


# --------------------------------------------------------------------------------------- command line


def test_commands(cache: Path, monkeypatch: pytest.MonkeyPatch, known_only: None) -> None:
    from tapecheck.cli.env import app

    def said(*arguments: str) -> str:
        done = CliRunner().invoke(app, arguments, catch_exceptions=False)
        assert done.exit_code == 0
        return done.stdout

    monkeypatch.setattr(environments, "run_uv", fake_uv())
    assert "none in" in said("list")
    assert said("list", "--format", "json") == "[]\n"
    lines = said("add", ">=1.18", "1.12.1,1.13.0").splitlines()
    assert [line.split(":")[0] for line in lines] == ["1.12.1", "1.13.0", "1.18.0", "1.19.0"]
    assert [line.split()[0] for line in said("list").splitlines()[1:]] == ["1.12.1", "1.13.0", "1.18.0", "1.19.0"]
    entry = json.loads(said("list", "--format", "json"))[0]
    assert entry["label"] == "1.12.1"
    assert entry["bytes"] > 0
    assert said("remove", "1.18.0", "<1.13").startswith("1.18.0: removed, ")
    with pytest.raises(InputError, match=r"'<1' matches no environment; there are: 1\.13\.0, 1\.19\.0"):
        said("remove", "<1")
    assert said("remove", "all").count("removed") == 2
    assert installed() == []


def test_one_failure_does_not_keep_the_others(monkeypatch: pytest.MonkeyPatch, known_only: None) -> None:
    from tapecheck.cli.env import app

    good, bad = fake_uv(), fake_uv(fail="pip")

    def run(arguments: Sequence[str], **more: object) -> str:
        return (bad if arguments[-2] in ("warp-lang==1.13.0", "warp-lang==1.14.0") else good)(arguments, **more)

    monkeypatch.setattr(environments, "run_uv", run)
    with pytest.raises(SetupError, match=r"^Warp 1\.13\.0: .*; so failed 1\.14\.0$"):
        CliRunner().invoke(app, ["add", "1.13.0,1.14.0,1.15.0"], catch_exceptions=False)
    assert [each.label for each in installed()] == ["1.15.0"]


# ---------------------------------------------------------------------------------------------- real


def test_a_real_environment(cache: Path) -> None:
    found = discover(refresh=True)
    if found.note:
        pytest.skip(found.note)
    made = ensure(target(KNOWN[-1]))
    assert made.warp == KNOWN[-1]
    assert ensure(target(KNOWN[-1])) == made
    # It was made under another name: what it is started by must not point there.
    prefix = subprocess.check_output([made.python, "-c", "import sys; print(sys.prefix)"], text=True)
    assert Path(prefix.strip()) == made.python.parents[1]
    assert [path.name for path in (cache / "environments").iterdir()] == [f"{KNOWN[-1]}-{PY}"]
    assert size(made) > remove(KNOWN[-1]) >= 0
