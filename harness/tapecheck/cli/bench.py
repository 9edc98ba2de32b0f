"""`tapecheck bench`: run the matrix and print the tables."""

from __future__ import annotations

import os
import time
from pathlib import Path

import typer
from rich.progress import Progress, TaskID

from tapecheck.bench import Summary, check_device, record_failures, run_matrix
from tapecheck.cli.common import DEFAULT_STORE, known_device, known_tools, progress, set_up, stderr
from tapecheck.cli.report import build_tables, print_tables
from tapecheck.corpus import load_corpus, select
from tapecheck.current import current
from tapecheck.errors import SetupError
from tapecheck.records import Record, Store, check_store
from tapecheck.vocabulary import Outcome


def bench(
    warp: list[str] = typer.Option(
        ["latest"], help="Release, range ('>=1.13'), latest, landmarks, all, or a Python with its own Warp. Repeatable."
    ),
    device: str = typer.Option("cpu", help="cpu or cuda:N."),
    case: list[str] = typer.Option([], help="Only cases whose id matches this glob. Repeatable."),
    tool: list[str] = typer.Option([], help="Only this tool. Repeatable."),
    jobs: int = typer.Option(os.cpu_count() or 1, min=1, help="Probe processes at the same time."),
    timeout: float = typer.Option(60.0, min=0.1, max=86400.0, help="Seconds for one cell."),
    store: Path = typer.Option(DEFAULT_STORE, help="SQLite file of raw signals; what it holds is not run again."),
    again: list[Outcome] = typer.Option([], help="Run cells again that ended so, such as crashed. Repeatable."),
) -> None:
    """Run programs under tools on Warp releases, then print the signature and coverage tables."""
    cases = select(load_corpus(), case)
    tools = known_tools(tool)
    device = known_device(device)
    check_store(store)
    started = time.monotonic()
    ready, failed = set_up(warp)
    for environment in ready:
        check_device(environment, device)
    with Store(store) as records:
        for target, error in failed:
            record_failures(cases, tools, target.label, str(error), device, records, timeout)
            stderr.print(f"tapecheck: {error}", markup=False)
        with progress() as bar:
            task = bar.add_task("cells", total=None)

            def on_result(record: Record) -> None:
                bar.update(task, advance=1, description=f"Warp {record.warp} {record.case}/{record.program}")

            summary = run_matrix(
                cases, tools, ready, device, records, jobs, timeout, again,
                lambda left, skipped: _announce(bar, task, left, skipped), on_result,
            )  # fmt: skip
        stderr.print(_line(summary, time.monotonic() - started))
        labels = [environment.label for environment in ready] + [target.label for target, _ in failed]
        found = current(records.records(), cases).records
        print_tables(build_tables(cases, found, ["signatures", "coverage"], labels, device, tools), "text")
    if failed or summary.outcomes[Outcome.ENVIRONMENT]:
        raise typer.Exit(SetupError.status)


def _announce(bar: Progress, task: TaskID, left: int, skipped: int) -> None:
    bar.update(task, total=left)
    if left and not stderr.is_terminal:
        stderr.print(f"{left} cells to run (a program under a tool, or its measurement), {skipped} are recorded")


def _line(summary: Summary, seconds: float) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in summary.outcomes.most_common())
    # A cell is one program under one tool, or its measurement.
    edited = f", {summary.edited} not recorded: their program changed as they ran" if summary.edited else ""
    return (
        f"{summary.run} cells run{f' ({counts})' if counts else ''}, {summary.skipped} skipped{edited}, {seconds:.1f} s"
    )
