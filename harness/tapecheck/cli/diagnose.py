"""`tapecheck diagnose`: run a user's own script under observation and say whether its gradients are right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import typer

import tapecheck
from tapecheck.errors import InputError


def diagnose(
    script: Path = typer.Argument(..., help="The script; everything after it is passed on to it."),
    arguments: list[str] = typer.Argument(None, help="Its arguments."),
    iterations: int = typer.Option(None, min=1, help="End the script after so many iterations, all checked."),
    check: int = typer.Option(3, min=1, help="Iterations to check; later ones run unobserved."),
    seconds: float = typer.Option(60.0, min=0.1, help="Time for the replays of one iteration."),
    max_memory: float = typer.Option(4096.0, min=1.0, help="Megabytes of recorded array contents at most."),
    python: str = typer.Option(sys.executable, help="The Python that runs your script; it needs Warp and NumPy."),
    json_file: Path = typer.Option(None, "--json", help="Write everything that was measured to this file."),
    verify_fix: Path = typer.Option(None, help="A repaired script: run it too and show before and after."),
) -> None:
    """Run a script, unmodified, and report whether its gradients are right, and what broke them if not.

    Exit status 0: right. 1: wrong. 2: bad input. 4: could not tell. The report goes to standard error.
    """
    for file in (script, verify_fix):
        if file is not None and not file.is_file():
            raise InputError(f"{file}: no such file; give the script that you run with python")
    options = [
        *([] if iterations is None else ["--iterations", str(iterations)]),
        *("--check", str(check), "--seconds", str(seconds), "--max-memory", str(max_memory)),
    ]
    with tempfile.TemporaryDirectory() as folder:
        found = [
            _run(python, options, file, arguments or [], Path(folder) / f"{number}.json")
            for number, file in enumerate(file for file in (script, verify_fix) if file is not None)
        ]
        if json_file is not None and found[0][1]:
            json_file.write_text(json.dumps(found[0][1], indent=1))
    if verify_fix is not None:
        typer.echo("\n" + before_and_after(found[0][1], found[1][1]), err=True)
        raise typer.Exit(found[1][0])
    raise typer.Exit(found[0][0])


def before_and_after(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Return the verdicts of a script and of its repair, parameter by parameter, as text."""
    lines = [f"before: {before.get('verdict', 'not run')}; after: {after.get('verdict', 'not run')}"]
    known = {p["name"]: p for p in _parameters(before)}
    for p in _parameters(after):
        old = known.get(p["name"])
        was = "absent" if old is None else _short(old)
        lines.append(f"  {p['name']}: was {was}; is {_short(p)}")
    return "\n".join(lines)


def _parameters(data: dict[str, Any]) -> list[dict[str, Any]]:
    iterations = data.get("iterations") or []
    return list(iterations[0]["parameters"]) if iterations else []


def _short(p: dict[str, Any]) -> str:
    if not p["finite"]:
        return "NaN or infinite"
    if not p["differences"]:
        return f"norm {p['norm']:.5g}"
    d = p["differences"][0]
    return f"{d['tape']:.5g} where the difference is {d['value']:.5g} +- {d['error']:.1g}"


def _run(python: str, options: list[str], script: Path, arguments: list[str], out: Path) -> tuple[int, dict[str, Any]]:
    """Run the observer in the script's own Python, which may hold nothing but Warp and NumPy beside it."""
    package = Path(tapecheck.__file__).resolve().parent.parent
    command = [python, "-m", "tapecheck.trace", *options, "--json", str(out), str(script), *arguments]
    path = os.pathsep.join(filter(None, (str(package), os.environ.get("PYTHONPATH", ""))))
    try:
        status = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False).returncode
    except OSError as error:
        raise InputError(
            f"{python}: cannot be run ({error.strerror}); give --python the interpreter of your script"
        ) from None
    except KeyboardInterrupt:
        status = 130
    return status, json.loads(out.read_text()) if out.is_file() else {}
