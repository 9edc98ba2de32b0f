"""The store of raw signals: one SQLite file, one row per cell, each result in a transaction of its own.

Killing the process at any moment loses no more than the cells in flight: a row is there in whole or not
at all (write-ahead log, one writer). Nothing in a row is a judgement.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from tapecheck.errors import InputError
from tapecheck.vocabulary import Outcome

#: Marks a file as a tapecheck store ("tape" in ASCII), so that nothing else is ever written to.
APPLICATION = 0x74617065
#: Version of the tables below. A store of an older version is not read by guessing: there is none yet.
SCHEMA = 1

_TABLES = """
CREATE TABLE machines (id INTEGER PRIMARY KEY, facts TEXT NOT NULL UNIQUE);
CREATE TABLE records (
    key TEXT PRIMARY KEY,
    case_id TEXT NOT NULL, program TEXT NOT NULL, tool TEXT NOT NULL, warp TEXT NOT NULL, device TEXT NOT NULL,
    outcome TEXT NOT NULL, reason TEXT NOT NULL, signals TEXT, seconds REAL NOT NULL, time_limit REAL NOT NULL,
    machine INTEGER NOT NULL REFERENCES machines(id), recorded TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX by_cell ON records (case_id, program, tool, warp, device);
"""
_COLUMNS = "key, case_id, program, tool, warp, device, outcome, reason, signals, seconds, time_limit, recorded"


@dataclass(frozen=True)
class Record:
    """Raw result of one cell.

    Attributes:
        key: content key of the cell (``plan.Cell.key``).
        case, program, tool, warp, device: the cell; ``tool`` may be ``measure``.
        outcome, reason: how the run ended, and why in one line.
        signals: what the adapter or the measurement returned, plain data.
        seconds: wall time in the probe; time_limit: the limit it ran under.
        machine: facts of the machine and the environment, plain data.
        recorded: UTC time in ISO format; set by the store.
    """

    key: str
    case: str
    program: str
    tool: str
    warp: str
    device: str
    outcome: Outcome
    reason: str
    signals: dict[str, Any] | None
    seconds: float
    time_limit: float
    machine: dict[str, Any]
    recorded: str = ""

    @property
    def coordinate(self) -> tuple[str, str, str, str, str]:
        """(case, program, tool, warp, device)."""
        return self.case, self.program, self.tool, self.warp, self.device


class Store:
    """An open store. Use as a context manager; ``add`` commits before it returns."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        """Open the store at ``path`` for writing, making it if there is none; without ``create``, for reading only.

        Raises:
            InputError: the file is missing, is no store, or is of a newer schema. It is not changed.
        """
        self.path = path
        check_store(path, create=create)
        try:
            if create:
                self._connection = sqlite3.connect(path, timeout=60.0, isolation_level=None)
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._make_tables()
            else:
                self._connection = _reading(path)
        except sqlite3.Error as error:
            raise InputError(f"{path}: cannot be opened as a store: {error}; check the folder's permissions") from error

    def _make_tables(self) -> None:
        """Make the tables unless they are there: under the write lock, since two runs may start at once."""
        self._connection.execute("BEGIN IMMEDIATE")
        if self._connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            for statement in filter(str.strip, _TABLES.split(";")):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
            self._connection.execute(f"PRAGMA user_version = {SCHEMA}")
        self._connection.execute("COMMIT")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, record: Record) -> None:
        """Write one result, in place of an earlier one with the same key, and commit.

        Raises:
            InputError: the file cannot be written (a full disk, no permission); nothing is half written.
        """
        facts = json.dumps(record.machine, sort_keys=True)
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        signals = None if record.signals is None else json.dumps(record.signals)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.execute("INSERT OR IGNORE INTO machines (facts) VALUES (?)", (facts,))
                self._connection.execute(
                    "INSERT OR REPLACE INTO records VALUES"
                    " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM machines WHERE facts = ?), ?)",
                    (
                        record.key,
                        *record.coordinate,
                        record.outcome.value,
                        # A text of the program's may hold what UTF-8 cannot.
                        record.reason.encode("utf-8", "replace").decode(),
                        signals,
                        record.seconds,
                        record.time_limit,
                        facts,
                        now,
                    ),
                )
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise InputError(
                f"{self.path}: cannot write a result: {error}; free space or choose another file"
            ) from error

    def compact_copy(self, path: Path) -> None:
        """Write a copy to ``path`` that is one small file, fit for git: no log beside it, no free pages."""
        path.unlink(missing_ok=True)
        self._connection.execute("VACUUM INTO ?", (str(path),))

    def outcomes(self) -> dict[str, tuple[Outcome, float]]:
        """Return (outcome, time limit) by key, without loading any signals."""
        with self._damage_named():
            rows = self._connection.execute("SELECT key, outcome, time_limit FROM records")
            return {key: (Outcome(outcome), limit) for key, outcome, limit in rows}  # type: ignore[call-arg]

    def records(self) -> Iterator[Record]:
        """Yield every record, the oldest first.

        Raises:
            InputError: the file is damaged.
        """
        with self._damage_named():
            yield from self._rows()

    def _rows(self) -> Iterator[Record]:
        query = f"SELECT {_COLUMNS}, facts FROM records JOIN machines ON machines.id = machine ORDER BY recorded, key"
        for row in self._connection.execute(query):
            key, case, program, tool, warp, device, outcome, reason, signals, seconds, limit, recorded, facts = row
            yield Record(
                key, case, program, tool, warp, device, Outcome(outcome), reason,  # type: ignore[call-arg]
                None if signals is None else json.loads(signals), seconds, limit, json.loads(facts), recorded,
            )  # fmt: skip

    def latest(self) -> dict[tuple[str, str, str, str, str], Record]:
        """Return the newest record of every cell by (case, program, tool, warp, device)."""
        return {record.coordinate: record for record in self.records()}

    @contextmanager
    def _damage_named(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            raise InputError(f"{self.path}: is damaged ({error}); move it away and run again") from error


def check_store(path: Path, *, create: bool = True) -> None:
    """Look whether ``path`` can be opened as a store, without making or changing anything.

    Raises:
        InputError: as ``Store`` would.
    """
    if not path.exists() and not create:
        raise InputError(f"{path}: no such store; make one with `tapecheck bench --store {path}`")
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"{path}: not a file in an existing folder; give a file name to --store")
    if not create or (path.exists() and path.stat().st_size > 0):
        _check(path)


def _reading(path: Path) -> sqlite3.Connection:
    """Open for reading. Without a log beside it nobody is writing, and then the folder need not be writable either."""
    log = path.with_name(path.name + "-wal")
    mode = "mode=ro" if log.exists() and log.stat().st_size > 0 else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=60.0)


def _check(path: Path) -> None:
    """Look at a file without changing it, and raise unless it is a store of this schema."""
    try:
        with closing(_reading(path)) as connection:
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            schema = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise InputError(f"{path}: is no tapecheck store ({error}); give another file to --store") from error
    if application != APPLICATION:
        raise InputError(f"{path}: is a SQLite file but no tapecheck store; give another file to --store")
    if schema > SCHEMA:
        raise InputError(
            f"{path}: was written by a newer tapecheck (schema {schema}, this is {SCHEMA}); upgrade tapecheck"
        )
