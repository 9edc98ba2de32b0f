"""Runs a user's script under observation: ``python -m tapecheck.trace [options] script.py [its arguments]``.

Needs nothing but the standard library, NumPy and Warp, so that any environment that can run the script can run this.
The script's own output is left alone; the report goes to standard error when the script has ended.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from tapecheck.trace.observe import Observation, observe
from tapecheck.trace.recorder import Options, StopScript
from tapecheck.trace.report import as_text

#: Exit status for arguments that cannot be used.
BAD_INPUT = 2
#: Exit status where the gradients could not be judged.
COULD_NOT_TELL = 4


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options before the script."""
    made = argparse.ArgumentParser(prog="tapecheck diagnose", description=__doc__.splitlines()[0])
    made.add_argument("--iterations", type=int, metavar="N", help="end the script after N iterations, all checked")
    made.add_argument("--check", type=int, default=3, metavar="N", help="iterations to check (default 3)")
    made.add_argument("--seconds", type=float, default=60.0, metavar="S", help="time for the replays of an iteration")
    made.add_argument("--max-memory", type=float, default=4096.0, metavar="MB", help="recorded contents at most")
    made.add_argument("--json", metavar="FILE", help="write everything that was measured; - for standard output")
    made.add_argument("script", help="the script to run")
    made.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the script and report; returns 0 correct, 1 wrong, 2 for bad input, 4 could not tell."""
    given = parser().parse_args(arguments)
    script = Path(given.script)
    problem = _problem(given, script)
    if problem:
        sys.stderr.write(f"tapecheck: {problem}\n")
        return BAD_INPUT
    options = Options(
        iterations=given.iterations or given.check,
        stop_after=given.iterations,
        seconds=given.seconds,
        memory=int(given.max_memory * 2**20),
    )
    observation, ended = run_script(script, given.arguments, options)
    sys.stdout.flush()
    diagnosis = observation.diagnosis
    sys.stderr.write(f"\n{as_text(diagnosis)}\n")
    if ended:
        sys.stderr.write(f"The script {ended}; what it did before is reported above.\n")
    if given.json:
        text = json.dumps({**observation.data(), "verdict": diagnosis.verdict, "ended": ended}, indent=1)
        if given.json == "-":
            sys.stdout.write(text + "\n")
        else:
            Path(given.json).write_text(text)
    return diagnosis.status if not ended or diagnosis.verdict == "wrong" else COULD_NOT_TELL


def _problem(given: argparse.Namespace, script: Path) -> str:
    if not script.is_file():
        return f"{script}: no such file; give the script that you run with python"
    for name in ("iterations", "check"):
        value = getattr(given, name)
        if value is not None and value < 1:
            return f"--{name} {value}: must be 1 or more"
    if given.seconds <= 0.0 or given.max_memory <= 0.0:
        return "--seconds and --max-memory must be positive"
    if given.json and given.json != "-" and not Path(given.json).resolve().parent.is_dir():
        return f"--json {given.json}: its folder does not exist"
    try:
        import warp  # noqa: F401
    except ImportError as error:
        return f"{sys.executable} cannot import warp ({error}); run with the Python that runs your script, or give --python"  # noqa: E501
    return ""


def run_script(script: Path, arguments: Sequence[str], options: Options) -> tuple[Observation, str]:
    """Run a script as ``python script arguments`` would; returns what was seen, and how it ended if not at its end."""
    argv, path = sys.argv, list(sys.path)
    sys.argv = [str(script), *arguments]
    sys.path.insert(0, str(script.resolve().parent))
    ended = ""
    with observe(options) as observation:
        pid = os.getpid()
        try:
            runpy.run_path(str(script), run_name="__main__")
        except StopScript:
            pass
        except SystemExit as leaving:
            if leaving.code not in (None, 0):
                ended = f"ended with exit status {leaving.code}"
        except KeyboardInterrupt:
            ended = "was interrupted"
        except BaseException as error:
            if os.getpid() != pid:
                raise  # a replay: what it raises is an answer to the process that asked
            traceback.print_exc()
            ended = f"raised {type(error).__name__}"
        finally:
            sys.argv, sys.path[:] = argv, path
    return observation, ended
