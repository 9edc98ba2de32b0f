"""The command line: a module a command."""

from __future__ import annotations

import sys

import typer
from rich.console import Console

from tapecheck import __version__
from tapecheck.cli import bench, corpus, diagnose, env, report, tools
from tapecheck.errors import TapecheckError

#: Exit status after Ctrl-C: 128 and the number of SIGINT, as shells have it.
BROKEN_OFF = 130

app = typer.Typer(
    help="Gradient bugs in NVIDIA Warp: a corpus, and a benchmark of the tools that look for them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("bench")(bench.bench)
app.command("report")(report.report)
app.command("diagnose", context_settings={"allow_interspersed_args": False})(diagnose.diagnose)
app.add_typer(corpus.app, name="corpus")
app.add_typer(env.app, name="env")
app.add_typer(tools.app, name="tools")


@app.callback(invoke_without_command=True)
def _main(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        typer.echo(f"tapecheck {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line; errors meant for the user become one line on standard error and an exit status."""
    try:
        app()
    except TapecheckError as error:
        # soft_wrap and no markup: the text is one line and may hold brackets.
        Console(stderr=True).print(f"tapecheck: {error}", markup=False, highlight=False, soft_wrap=True)
        sys.exit(error.status)
    except SystemExit as leaving:
        # typer turns both of these into exits of its own.
        if isinstance(leaving.__context__, BrokenPipeError):
            # The reader of our output has left, as in `tapecheck report | head`: nothing has failed.
            sys.exit(0)
        if leaving.code == BROKEN_OFF:
            sys.stderr.write("tapecheck: broken off; what was recorded is kept\n")
        raise
