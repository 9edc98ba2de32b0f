"""`tapecheck corpus`: list, show and verify cases."""

from __future__ import annotations

import os
from pathlib import Path

import typer
from rich.console import Console
from rich.syntax import Syntax

from tapecheck.bench import check_device, run_matrix
from tapecheck.claims import contradicted, propose
from tapecheck.cli.common import DEFAULT_STORE, WIDE, known_device, print_rows, progress, set_up, stderr
from tapecheck.corpus import Case, corpus_root, load_corpus, select
from tapecheck.current import current
from tapecheck.environments import KNOWN
from tapecheck.errors import SetupError
from tapecheck.grade import Coordinate, truth_of
from tapecheck.new_case import CHECKLIST, write_case
from tapecheck.probe.measure import MEASURE
from tapecheck.records import Record, Store, check_store
from tapecheck.tables import by_release
from tapecheck.verify import Finding, check_files, check_oracle, check_release, claims_cover
from tapecheck.vocabulary import Family

app = typer.Typer(help="The cases: list them, read one, prove what they claim.", no_args_is_help=True)


@app.command("list")
def list_cases(case: list[str] = typer.Argument(None, help="Globs on the id; all cases without.")) -> None:
    """List the cases."""
    print_rows(
        ("case", "family", "kind", "cause", "programs", "title"),
        [
            (one.id, str(one.family), str(one.kind), str(one.cause), " ".join(p.name for p in one.programs), one.title)
            for one in select(load_corpus(), case or [])
        ],
    )


@app.command()
def show(
    case: str = typer.Argument(..., help="The id of a case."),
    store: Path = typer.Option(DEFAULT_STORE, help="Where to look for what each release showed."),
    device: str = typer.Option("cpu", help="cpu or cuda:N."),
) -> None:
    """Tell a case: story, diff, what is claimed and what each release showed."""
    device = known_device(device)
    found = select(load_corpus(), [case])
    records: dict[Coordinate, Record] = {}
    if store.exists():
        with Store(store, create=False) as opened:
            records = current(opened.records(), found).records
    console = Console(soft_wrap=True, markup=False, highlight=False)
    if not console.is_terminal:
        console.width = WIDE
    for one in found:
        _tell(console, one)
        _tell_releases(console, one, records, device, store)


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
    check_store(store)
    ready, failed = set_up(warp)
    for environment in ready:
        check_device(environment, device)
    with Store(store) as opened, progress() as bar:
        task = bar.add_task("programs", total=None)
        run_matrix(
            cases, [], ready, device, opened, jobs, timeout, (),
            lambda left, _skipped: bar.update(task, total=left), lambda _record: bar.advance(task),
        )  # fmt: skip
        records = current(opened.records(), cases).records
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
        for program in (*case.role("buggy"), *case.role("fixed"))
        if (record := records.get((case.id, program.name, MEASURE, warp, device))) is not None and record.signals
    ]
    if measured:
        findings += check_oracle(case, measured[0]["inputs"])
    if any(signals["inputs"] != measured[0]["inputs"] for signals in measured):
        findings.append(Finding(case.id, "buggy and fixed do not all start from the same inputs"))
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
    console.print(case.id, style="bold", end="  ")
    console.print(case.title)
    console.print(f"{case.family}, {case.kind} ({case.kind.meaning})")
    console.print(f"cause {case.cause}: {case.cause.meaning}")
    console.print(str(case.folder))
    for heading, text in (
        ("Symptom", case.symptom),
        ("Cause", case.cause_text),
        ("Fix", case.fix),
        ("Telling it apart", case.tell_apart),
    ):
        console.print(f"\n{heading}. ", style="bold", end="")
        console.print(text)
    console.print(f"\nDocumentation: {case.docs}")
    if case.threads:
        console.print(f"Public reports: {', '.join(case.threads)}")
    for program in case.role("fixed"):
        console.print(f"\nbuggy.py -> {program.path.name}", style="bold")
        diff = Syntax("\n".join(case.diff(program)), "diff", background_color="default", word_wrap=True)
        console.print(diff, soft_wrap=False)
    for program in case.role("lookalike"):
        console.print(f"\nRight, though it looks guilty: {program.path}")


def _tell_releases(console: Console, case: Case, records: dict[Coordinate, Record], device: str, store: Path) -> None:
    console.print()
    print_rows(
        ("program", "Warp", "claimed"),
        [(program.name, str(claim.warp), str(claim)) for program in case.programs for claim in program.claims],
    )
    warps = by_release(key[3] for key in records if key[0] == case.id and key[4] == device)
    if not warps:
        console.print(f"\nNothing measured in {store}; run: tapecheck bench --case {case.id}")
        return
    rows = []
    for warp in warps:
        truths = [truth_of(case, p, records.get((case.id, p.name, MEASURE, warp, device))) for p in case.programs]
        rows.append((f"Warp {warp}, {device}", *map(str, truths)))
    console.print()
    print_rows(("measured on", *(program.name for program in case.programs)), rows)
