"""The matrix of cells, each with a key over everything that its signals depend on."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from tapecheck import probe
from tapecheck.corpus import Case, Program
from tapecheck.environments import Environment
from tapecheck.probe.measure import MEASURE
from tapecheck.vocabulary import Outcome

_PACKAGE = Path(__file__).parent


@dataclass(frozen=True)
class Cell:
    """One program under one tool (or ``measure``) in one environment on one device."""

    program: Program
    tool: str
    environment: Environment
    device: str

    @cached_property
    def key(self) -> str:
        """Hash of what the signals depend on, as the files stand when it is first asked for: same key, same signals.

        The program, its oracle (only measured cells read it), the adapter with the probe's code, the
        release or build of Warp, the device, NumPy and Python.
        """
        parts = [
            self.program.id,
            self.program.path.read_text(encoding="utf-8"),
            self.program.oracle.read_text(encoding="utf-8") if self.tool == MEASURE else "",
            self.tool,
            probe_sources(self.tool),
            self.environment.warp,
            self.environment.build,
            self.device,
            self.environment.numpy,
            self.environment.python_version,
        ]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@dataclass(frozen=True)
class Batch:
    """Cells of one program in one environment: they run one after the other, and share its compiled kernels."""

    cells: tuple[Cell, ...]

    @property
    def environment(self) -> Environment:
        """Where they run."""
        return self.cells[0].environment


def plan(
    cases: Iterable[Case],
    tools: Sequence[str],
    environments: Iterable[Environment],
    device: str,
    done: Mapping[str, tuple[Outcome, float]],
    limit: float,
) -> tuple[list[Batch], int]:
    """Return the batches that are left to run, by environment, and how many cells were skipped.

    A cell is left to run when the store has no record of it, when its environment failed, or when it ran out
    of a shorter time than ``limit`` (seconds).
    """
    cases = list(cases)
    batches, skipped = [], 0
    for environment in environments:
        for case in cases:
            for program in case.programs:
                cells = [Cell(program, tool, environment, device) for tool in (MEASURE, *tools)]
                left = tuple(cell for cell in cells if not _is_done(done.get(cell.key), limit))
                skipped += len(cells) - len(left)
                if left:
                    batches.append(Batch(left))
    return batches, skipped


def _is_done(found: tuple[Outcome, float] | None, limit: float) -> bool:
    if found is None or found[0] is Outcome.ENVIRONMENT:
        return False
    return not (found[0] is Outcome.TIMEOUT and found[1] < limit)


@cache
def probe_sources(tool: str) -> str:
    """Return the text of every module that runs for a tool inside the probe.

    Starts from the adapter (found by its tool's name) and the cell runner and follows imports within the package.
    The server is left out: it starts processes and has no part in what a cell measures. The list of all adapters is
    left out too, or a change of one would make every other tool's records stale.
    """
    start = [Path(probe.__file__).parent / "cell.py"]
    if tool != MEASURE:
        start.append(_adapter(tool))
    seen: dict[Path, str] = {}
    queue = list(start)
    while queue:
        path = queue.pop()
        if path in seen or path.name in ("__init__.py", "vocabulary.py") or (tool != MEASURE and _only_measures(path)):
            continue
        seen[path] = path.read_text(encoding="utf-8")
        queue.extend(_imports(seen[path]))
    return "\0".join(seen[path] for path in sorted(seen))


def _only_measures(path: Path) -> bool:
    return path.name in ("measure.py", "evidence.py")


def _adapter(tool: str) -> Path:
    from tapecheck.probe.tools import TOOLS

    return _PACKAGE.joinpath(*type(TOOLS[tool]).__module__.split(".")[1:]).with_suffix(".py")


def _imports(source: str) -> list[Path]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tapecheck."):
            path = _PACKAGE.joinpath(*str(node.module).split(".")[1:]).with_suffix(".py")
            if path.is_file():
                found.append(path)
    return found
