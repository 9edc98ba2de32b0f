"""Captures what a block prints, from Python and from C alike."""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO


class Captured:
    """The text that a block printed; complete once the block has ended."""

    def __init__(self) -> None:
        self.text = ""


@contextmanager
def captured() -> Iterator[Captured]:
    """Redirect file descriptors 1 and 2 into ``Captured.text`` while the block runs.

    Warp's tracker prints to standard output up to 1.13 and to standard error from 1.14 on, and its
    floating-point checks print from C: only the descriptors see all of it.
    """
    result = Captured()
    with tempfile.TemporaryFile() as sink:
        saved = [(fd, os.dup(fd)) for fd in (1, 2)]
        _flush()
        for fd, _ in saved:
            os.dup2(sink.fileno(), fd)
        try:
            yield result
        finally:
            _flush()
            for fd, copy in saved:
                os.dup2(copy, fd)
                os.close(copy)
            result.text = _read(sink)


def _read(sink: IO[bytes]) -> str:
    sink.seek(0)
    return sink.read().decode("utf-8", errors="replace")


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    if os.name == "posix":
        ctypes.CDLL(None).fflush(None)
