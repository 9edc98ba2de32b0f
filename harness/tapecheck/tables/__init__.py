"""Tables of what was measured and graded: pure functions from records to data frames."""

from tapecheck.tables._build import TABLES, USUAL, build_tables
from tapecheck.tables._cells import cells
from tapecheck.tables._coverage import coverage
from tapecheck.tables._order import by_release, newest
from tapecheck.tables._scorecard import scorecard
from tapecheck.tables._signatures import signatures
from tapecheck.tables._table import Table

__all__ = [
    "TABLES",
    "USUAL",
    "Table",
    "build_tables",
    "by_release",
    "cells",
    "coverage",
    "newest",
    "scorecard",
    "signatures",
]
