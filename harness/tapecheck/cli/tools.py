"""`tapecheck tools`: list the adapters, and exercise each on its hello program."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import typer
from rich.console import Console

from tapecheck.bench import run_matrix
from tapecheck.cli.common import known_tools, print_rows, progress, set_up, stderr
from tapecheck.corpus import installed_corpus, load_corpus, select
from tapecheck.errors import SetupError
from tapecheck.grade import grade_all, passes_hello
from tapecheck.probe.tools import TOOLS
from tapecheck.records import Store

app = typer.Typer(help="The diagnostic tools: list them, test their adapters.", no_args_is_help=True)


@app.command("list")
def list_tools() -> None:
    """List the tools, what each does and what it cannot see."""
    console = Console(soft_wrap=True, highlight=False)
    for tool in TOOLS.values():
        since = ".".join(map(str, tool.since))
        console.print(f"[bold]{tool.name}[/bold]  {tool.about}")
        console.print(f"  from Warp {since}; hello case: {tool.hello}")
        for line in tool.blind:
            console.print(f"  blind to {line}", markup=False)


@app.command()
def selftest(
    tool: list[str] = typer.Argument(None, help="Tools to test; all without."),
    warp: list[str] = typer.Option(["latest"], help="Releases, as for bench."),
    jobs: int = typer.Option(os.cpu_count() or 1, min=1, help="Probe processes at the same time."),
) -> None:
    """Run each tool on its hello case: it must flag buggy and not the repair. Exit status 1 when one does not."""
    names = known_tools(tool or [])
    cases = select(load_corpus(installed_corpus()), [TOOLS[name].hello for name in names])
    ready, failed = set_up(warp)
    labels = [environment.label for environment in ready]
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "selftest.sqlite") as store, progress() as bar:
        task = bar.add_task("cells", total=None)
        run_matrix(
            cases, names, ready, "cpu", store, jobs, 60.0, (),
            lambda left, _skipped: bar.update(task, total=left), lambda _record: bar.advance(task),
        )  # fmt: skip
        graded = grade_all(cases, names, labels, "cpu", store.latest())
    hello = [cell for cell in graded if cell.case == TOOLS[cell.tool].hello]
    print_rows(
        ("tool", "Warp", "program", "grade", "what the tool said"),
        [(cell.tool, cell.warp, f"{cell.case}/{cell.program}", str(cell.grade), cell.reason[:100]) for cell in hello],
    )
    for _, error in failed:
        stderr.print(f"tapecheck: {error}", markup=False)
    if failed:
        raise typer.Exit(SetupError.status)
    if not all(passes_hello(cell) for cell in hello):
        raise typer.Exit(1)
