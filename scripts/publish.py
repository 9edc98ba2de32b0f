"""Run the corpus on the landmark releases and write results/ and the tables of the README.

    python scripts/publish.py            run what is missing, then write
    python scripts/publish.py --write    only write, from the records in results/

The records behind the tables are results/landmarks-cpu.sqlite; tests/test_published.py fails when they are
not of the programs and adapters as they stand, or when a table is not what the records give.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from venv_setup import ROOT, ready_python, run

RESULTS = ROOT / "results"
RECORDS = RESULTS / "landmarks-cpu.sqlite"
COMMAND = "python scripts/publish.py"


def main() -> int:
    """Run, then write; returns an exit status."""
    ready_python()
    if "--write" not in sys.argv[1:]:
        status = _measure()
        if status != 0:
            return status
    # Only here, because the package is in .venv, and this script may be run by another Python.
    return run("-c", f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); import publish; publish.write()")


def _measure() -> int:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "records.sqlite"
        if RECORDS.exists():
            work.write_bytes(RECORDS.read_bytes())
        status = run("-m", "tapecheck", "bench", "--warp", "landmarks", "--store", str(work))
        if status == 0:
            status = run("-c", f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); import publish;"
                               f"publish.keep({str(work)!r})")  # fmt: skip
    return status


def keep(work: str) -> None:
    """Keep of a store what the tables need: records of cells as they stand."""
    from tapecheck.corpus import load_corpus
    from tapecheck.current import current
    from tapecheck.records import Store

    with tempfile.TemporaryDirectory() as folder, Store(Path(work), create=False) as store:
        pruned = Path(folder) / "pruned.sqlite"
        with Store(pruned) as copy:
            found = current(store.records(), load_corpus())
            for coordinate, record in found.records.items():
                if coordinate not in found.stale:
                    copy.add(record)
            copy.compact_copy(RECORDS)


def write() -> None:
    """Write every published file from the records."""
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


def texts() -> dict[Path, str]:
    """Return what each published file must hold, from the records alone."""
    from tapecheck.published import published_tables

    files, newest = published_tables(RECORDS)
    found = {RESULTS / name: text for name, text in files.items()}
    readme = ROOT / "README.md"
    block = f"<!-- tables: {COMMAND} -->\n{newest}<!-- end of tables -->"
    pattern = re.compile(r"<!-- tables: .*?<!-- end of tables -->", re.DOTALL)
    found[readme] = pattern.sub(lambda _: block, readme.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main())
