"""`tapecheck corpus`: list, show and verify cases."""

from __future__ import annotations

import os
from pathlib import Path

import typer
from packaging.version import Version
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table as RichTable

from tapecheck.bench import check_device, run_matrix
from tapecheck.claims import contradicted, propose
from tapecheck.cli.common import DEFAULT_STORE, known_device, progress, set_up, stderr, table_console
from tapecheck.corpus import Case, corpus_root, load_corpus, select
from tapecheck.environments import KNOWN
from tapecheck.errors import SetupError
from tapecheck.grade import Coordinate, truth_of
from tapecheck.new_case import CHECKLIST, write_case
from tapecheck.probe.measure import MEASURE
from tapecheck.records import Record, Store
from tapecheck.verify import Finding, check_files, check_oracle, check_release, claims_cover
from tapecheck.vocabulary import Family

app = typer.Typer(help="The cases: list them, read one, prove what they claim.", no_args_is_help=True)


@app.command("list")
def list_cases(case: list[str] = typer.Argument(None, help="Globs on the id; all cases without.")) -> None:
    """List the cases."""
    table = RichTable(box=None, header_style="bold", pad_edge=False)
    for heading in ("case", "family", "kind", "cause", "programs", "title"):
        table.add_column(heading, no_wrap=heading in ("case", "family"))
    for found in select(load_corpus(), case or []):
        names = " ".join(program.name for program in found.programs)
        table.add_row(found.id, str(found.family), str(found.kind), str(found.cause), names, found.title)
    table_console().print(table)


@app.command()
def show(
    case: str = typer.Argument(..., help="The id of a case."),
    store: Path = typer.Option(DEFAULT_STORE, help="Where to look for what each release showed."),
    device: str = typer.Option("cpu", help="cpu or cuda:N."),
) -> None:
    """Tell a case: story, diff, what is claimed and what each release showed."""
    console = Console(soft_wrap=True)
    for found in select(load_corpus(), [case]):
        _tell(console, found)
        records: dict[Coordinate, Record] = {}
        if store.exists():
            with Store(store, create=False) as opened:
                records = opened.latest()
        _tell_releases(console, found, records, known_device(device), store)


@app.command()
def new(
    case: str = typer.Argument(..., help="The id of the new case."),
    family: Family = typer.Option(..., help="The folder that it belongs to."),
) -> None:
    """Write a case that verifies as it stands, and list what is left to do."""
    folder = write_case(corpus_root(), case, family)
    typer.echo(f"{folder} holds a case that verifies. Now make it another one (docs/adding-a-case.md):")
    for line in CHECKLIST:
        typer.echo(f"  [ ] {line.format(id=case)}")


@app.command()
def verify(
    case: list[str] = typer.Argument(None, help="Globs on the id; all cases without."),
    warp: list[str] = typer.Option(["latest"], help="Releases to prove the claims on, as for bench."),
    device: str = typer.Option("cpu", help="cpu or cuda:N."),
    jobs: int = typer.Option(os.cpu_count() or 1, min=1, help="Probe processes at the same time."),
    timeout: float = typer.Option(60.0, min=0.1, help="Seconds for one program."),
    store: Path = typer.Option(DEFAULT_STORE, help="SQLite file; programs that it has measured are not run again."),
) -> None:
    """Run the programs of cases and hold the results against what case.toml claims. Exit status 1 with findings."""
    cases = select(load_corpus(), case or [])
    device = known_device(device)
    findings = [finding for one in cases for finding in (*check_files(one), *claims_cover(one, KNOWN))]
    ready, failed = set_up(warp)
    with Store(store) as opened, progress() as bar:
        for environment in ready:
            check_device(environment, device)
        task = bar.add_task("programs", total=None)
        run_matrix(
            cases, [], ready, device, opened, jobs, timeout,
            lambda left, _skipped: bar.update(task, total=left), lambda _record: bar.advance(task),
        )  # fmt: skip
        records = opened.latest()
    for one in cases:
        findings += _check_against(one, [environment.label for environment in ready], device, records)
    for finding in findings:
        typer.echo(str(finding))
    for one in cases:
        _propose(one, [environment.label for environment in ready], device, records)
    programs = sum(len(one.programs) for one in cases)
    typer.echo(
        f"{len(cases)} cases, {programs} programs, {len(ready)} releases: "
        + (f"{len(findings)} findings" if findings else "every claim holds")
    )
    for _, error in failed:
        stderr.print(f"tapecheck: {error}", markup=False)
    if failed:
        raise typer.Exit(SetupError.status)
    if findings:
        raise typer.Exit(1)


def _check_against(case: Case, warps: list[str], device: str, records: dict[Coordinate, Record]) -> list[Finding]:
    findings: list[Finding] = []
    measured = [
        record.signals
        for warp in warps
        for program in case.programs
        if (record := records.get((case.id, program.name, MEASURE, warp, device))) is not None and record.signals
    ]
    if measured:
        findings += check_oracle(case, measured[0]["inputs"])
    starts = {str(signals["inputs"]) for signals in measured}
    if len(starts) > 1:
        findings.append(Finding(case.id, "its programs do not all start from the same inputs"))
    for warp in warps:
        findings += check_release(case, warp, device, records)
    return findings


def _propose(case: Case, warps: list[str], device: str, records: dict[Coordinate, Record]) -> None:
    """Print the claims that the measurements support, for each program whose claims they contradict."""
    for program in case.programs:
        measured = [
            (warp, truth_of(case, program, records.get((case.id, program.name, MEASURE, warp, device))))
            for warp in warps
        ]
        if contradicted(program.claims, measured):
            typer.echo(f"\nFor {case.folder / 'case.toml'}, from {len(warps)} releases measured:\n")
            typer.echo(propose(program.name, measured))


def _tell(console: Console, case: Case) -> None:
    console.print(f"[bold]{case.id}[/bold]  {case.title}", highlight=False)
    console.print(f"{case.family}, {case.kind}, cause {case.cause}: {case.cause.meaning}", highlight=False)
    for heading, text in (
        ("Symptom", case.symptom),
        ("Cause", case.cause_text),
        ("Fix", case.fix),
        ("Telling it apart", case.tell_apart),
    ):
        console.print(f"\n[bold]{heading}.[/bold] ", end="", highlight=False)
        console.print(text, markup=False, highlight=False)
    console.print(f"\nDocumentation: {case.docs}", markup=False, highlight=False)
    if case.threads:
        console.print(f"Public reports: {', '.join(case.threads)}", markup=False, highlight=False)
    for program in case.role("fixed"):
        console.print(f"\n[bold]buggy.py -> {program.path.name}[/bold]", highlight=False)
        console.print(Syntax("\n".join(case.diff(program)), "diff", background_color="default"), soft_wrap=False)
    for program in case.role("lookalike"):
        console.print(f"\nRight, though it looks guilty: {program.path}", markup=False, highlight=False)


def _tell_releases(console: Console, case: Case, records: dict[Coordinate, Record], device: str, store: Path) -> None:
    table = RichTable(box=None, header_style="bold", pad_edge=False)
    table.add_column("program")
    table.add_column("Warp")
    table.add_column("claimed")
    for program in case.programs:
        for claim in program.claims:
            table.add_row(program.name, str(claim.warp), str(claim))
    console.print()
    table_console().print(table)
    warps = sorted({key[3] for key in records if key[0] == case.id and key[4] == device}, key=_order)
    if not warps:
        console.print(f"\nNothing measured in {store}; run: tapecheck bench --case {case.id}", highlight=False)
        return
    shown = RichTable(box=None, header_style="bold", pad_edge=False)
    shown.add_column("measured on")
    for program in case.programs:
        shown.add_column(program.name)
    for warp in warps:
        truths = [truth_of(case, p, records.get((case.id, p.name, MEASURE, warp, device))) for p in case.programs]
        shown.add_row(f"Warp {warp}, {device}", *(str(truth) for truth in truths))
    console.print()
    table_console().print(shown)


def _order(label: str) -> tuple[int, Version]:
    """Sort releases by version, builds of one's own (with an @) last."""
    return int("@" in label), Version(label.split("@")[0])
