"""The wheel: a tapecheck that was installed from it finds its corpus."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tapecheck.releases import discover

ROOT = Path(__file__).parents[1]
#: What a build reads.
NEEDED = ("pyproject.toml", "README.md", "LICENSE", ".gitignore", "harness", "corpus", "tests")


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_holds_the_package_and_the_whole_corpus_and_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build that forgets one oracle, or the template of a new case, is only noticed by whoever installs it."""
    from uv import find_uv_bin

    source = tmp_path / "source"
    source.mkdir()
    ignored = shutil.ignore_patterns("__pycache__")
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, source / name)
    package, corpus = files(source / "harness" / "tapecheck"), files(source / "corpus")
    assert len(corpus) > 3
    for folder in ("harness/tapecheck", "corpus"):
        # What running the programs leaves behind is none of them.
        (source / folder / "__pycache__").mkdir()
        (source / folder / "__pycache__" / "left.cpython-311.pyc").write_bytes(b"left")
    built = subprocess.run(
        [find_uv_bin(), "build", "--wheel", "--no-progress", "--color", "never", "--out-dir", tmp_path / "out", source],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode != 0:
        monkeypatch.setenv("TAPECHECK_CACHE", str(tmp_path / "cache"))
        reason = discover(refresh=True).note
        if reason:
            pytest.skip(f"the build system cannot be fetched: {reason}")
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
        entry_points = next(name for name in names if name.endswith(".dist-info/entry_points.txt"))
        commands = archive.read(entry_points).decode()
        for name in corpus:
            assert archive.read(f"tapecheck/_corpus/{name}") == (source / "corpus" / name).read_bytes()
    information = {name for name in names if ".dist-info/" in name}
    assert names - information == {f"tapecheck/{name}" for name in package} | {
        f"tapecheck/_corpus/{name}" for name in corpus
    }
    assert "tapecheck = tapecheck.cli:main" in commands
    assert any(name.endswith("LICENSE") for name in information)
