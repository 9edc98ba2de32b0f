"""Runs one cell in the present process: one program under one tool, or its measurement."""

from __future__ import annotations

import re
import time
import traceback
from pathlib import Path
from typing import Any

from tapecheck.probe.measure import MEASURE, measure
from tapecheck.probe.program import ContractError, load_oracle, load_program
from tapecheck.probe.tools import TOOLS, Unsupported
from tapecheck.vocabulary import Outcome


def run_cell(request: dict[str, Any]) -> dict[str, Any]:
    """Run a cell and return its result as plain data; nothing that the program raises escapes.

    Args:
        request: ``tool`` (a tool's name, or ``measure``), ``program`` and ``oracle`` (paths),
            ``name`` (a module name, unique to the program), ``device``.

    Returns:
        ``outcome`` and ``reason`` (words of ``vocabulary.Outcome``), ``signals``, ``seconds``.
    """
    started = time.perf_counter()
    try:
        result = _run(request)
    except Unsupported as lack:
        result = {"outcome": Outcome.UNSUPPORTED.value, "reason": str(lack), "signals": None}
    except ContractError as error:
        result = {"outcome": Outcome.INVALID.value, "reason": str(error), "signals": None}
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001  a program may raise anything
        result = {"outcome": Outcome.CRASHED.value, "reason": _describe(error), "signals": None}
    result["seconds"] = time.perf_counter() - started
    return result


def _run(request: dict[str, Any]) -> dict[str, Any]:
    import warp as wp

    wp.set_device(request["device"])
    tool = None if request["tool"] == MEASURE else TOOLS[request["tool"]]
    if tool is not None:
        if release(wp.__version__) < tool.since:
            raise Unsupported(tool.since_reason)
        tool.prepare()
    # A program may leave files; they belong to the cell's own folder, which is the working directory.
    program = load_program(Path(request["program"]), request["name"], request["device"])
    if tool is not None:
        return {"outcome": Outcome.COMPLETED.value, "reason": "", "signals": tool.examine(program)}
    oracle = load_oracle(Path(request["oracle"]), request["name"] + "_oracle")
    signals = measure(program, oracle)
    if signals["launches"] == 0 or signals["backwards"] == 0:
        reason = f"{signals['launches']} launches and {signals['backwards']} backward passes were seen"
        return {"outcome": Outcome.INVALID.value, "reason": reason, "signals": signals}
    return {"outcome": Outcome.COMPLETED.value, "reason": "", "signals": signals}


def release(version: str) -> tuple[int, int, int]:
    """Return the first three numbers of a version, with zeros for what is missing: '1.13' -> (1, 13, 0)."""
    numbers = [int(part) for part in re.findall(r"\d+", version)[:3]]
    first, second, third = (*numbers, 0, 0, 0)[:3]
    return first, second, third


def _describe(error: BaseException) -> str:
    """One line: the exception and the innermost line of a file that is not the harness's."""
    frames = traceback.extract_tb(error.__traceback__)
    here = str(Path(__file__).parent.parent)
    outside = [frame for frame in frames if not frame.filename.startswith(here)] or list(frames)
    place = f" ({Path(outside[-1].filename).name}:{outside[-1].lineno})" if outside else ""
    text = " ".join(str(error).split()) or "no message"
    return f"{type(error).__name__}: {text[:300]}{place}".replace(str(Path.cwd()), ".")
