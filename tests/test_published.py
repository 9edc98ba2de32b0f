"""What is published is what the records give, and the records are of the programs as they stand."""

from __future__ import annotations

import sys
from pathlib import Path

from tapecheck.corpus import load_corpus
from tapecheck.current import current_key, programs_by_name
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.tools import TOOLS
from tapecheck.records import Store
from tapecheck.releases import LANDMARKS

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import publish  # noqa: E402

AGAIN = "run: python scripts/publish.py"


def test_every_record_is_of_the_present_programs_and_adapters() -> None:
    programs = programs_by_name(load_corpus())
    with Store(publish.RECORDS, create=False) as store:
        stale = {record.coordinate[:3] for record in store.records() if record.key != current_key(record, programs)}
    assert not stale, AGAIN


def test_no_cell_of_the_landmarks_is_absent() -> None:
    with Store(publish.RECORDS, create=False) as store:
        there = set(store.latest())
    warps = {coordinate[3] for coordinate in there}
    assert set(LANDMARKS) < warps
    wanted = {
        (case.id, program.name, tool, warp, "cpu")
        for case in load_corpus()
        for program in case.programs
        for tool in (MEASURE, *TOOLS)
        for warp in warps
    }
    assert wanted == there, AGAIN


def test_the_tables_are_what_the_records_give() -> None:
    for path, text in publish.texts().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale; {AGAIN}"
