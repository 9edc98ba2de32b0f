"""The store: nothing recorded is lost, nothing that is not a store is touched."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapecheck.errors import InputError
from tapecheck.records import SCHEMA, Record, Store
from tapecheck.vocabulary import Outcome


def record(key: str = "k", **changes: object) -> Record:
    plain: dict[str, object] = {
        "case": "c", "program": "buggy", "tool": "t", "warp": "1.19.0", "device": "cpu", "outcome": Outcome.COMPLETED,
        "reason": "", "signals": {"x": [1.0]}, "seconds": 0.5, "time_limit": 60.0, "machine": {"cores": 2},
    }  # fmt: skip
    return Record(key=key, **{**plain, **changes})  # type: ignore[arg-type]


numbers = st.floats(allow_nan=False)


@given(st.dictionaries(st.text(max_size=5), st.one_of(numbers, st.text(), st.lists(numbers), st.none()), max_size=4))
def test_signals_come_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, signals: dict[str, object]) -> None:
    with Store(tmp_path_factory.mktemp("s") / "s.sqlite") as store:
        store.add(record(signals=signals))
        assert [found.signals for found in store.records()] == [signals]


def test_nonfinite_signals_come_back(tmp_path: Path) -> None:
    """A gradient of NaN that turned into null would be no gradient at all."""
    with Store(tmp_path / "s.sqlite") as store:
        store.add(record(signals={"x": [float("nan"), float("inf"), -float("inf")]}))
        (found,) = store.records()
    assert found.signals is not None
    assert [str(value) for value in found.signals["x"]] == ["nan", "inf", "-inf"]


def test_the_newest_record_of_a_cell_counts(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        store.add(record("b", reason="old"))
        store.add(record("b", reason="new"))
        assert [found.reason for found in store.latest().values()] == ["new"]


@pytest.mark.parametrize("content", [b"hello, I am a text", b"SQLite format 3\0" + b"x" * 200])
def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match="no tapecheck store"):
        Store(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    before = path.read_bytes()
    with pytest.raises(InputError, match="no tapecheck store"):
        Store(path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.add(record())
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = path.read_bytes()
    with pytest.raises(InputError, match="newer tapecheck"):
        Store(path)
    assert path.read_bytes() == before


def test_reading_makes_no_store(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such store"):
        Store(tmp_path / "none.sqlite", create=False)
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="give a file name"):
        Store(tmp_path)


def test_kill_minus_nine_loses_no_record_that_was_added(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    program = f"""
import sys; sys.path[:0] = {sys.path!r}
from pathlib import Path
from test_records import record
from tapecheck.records import Store
with Store(Path({str(path)!r})) as store:
    for number in range(100000):
        store.add(record(str(number), case=str(number)))
        print(number, flush=True)
"""
    writer = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=Path(__file__).parent)
    assert writer.stdout is not None
    written = [int(writer.stdout.readline()) for _ in range(50)]
    os.kill(writer.pid, signal.SIGKILL)
    written += [int(line) for line in writer.stdout.read().split()]
    writer.wait()
    writer.stdout.close()
    with Store(path, create=False) as store:
        keys = {int(found.key) for found in store.records()}
    assert set(written) <= keys <= set(range(len(written) + 1))


def test_two_writers_at_once(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as one, Store(path) as two:
        for number in range(20):
            (one if number % 2 else two).add(record(str(number), case=str(number)))
        assert len(one.latest()) == 20
