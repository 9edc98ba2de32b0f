"""Runs the matrix into a store: environments, plan, pool, records. Nothing here judges."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tapecheck.corpus import Case
from tapecheck.environments import Environment
from tapecheck.errors import InputError
from tapecheck.machine import machine_facts
from tapecheck.plan import Cell, plan
from tapecheck.records import Record, Store
from tapecheck.run.pool import run_batches
from tapecheck.vocabulary import Outcome

#: Run in an environment to learn which CUDA devices its Warp sees.
_COUNT_DEVICES = "import warp as wp; wp.config.quiet = True; wp.init(); print('devices', wp.get_cuda_device_count())"


@dataclass(frozen=True)
class Summary:
    """What a run did: cells run and skipped, how the run ones ended, and how many changed while they ran."""

    run: int
    skipped: int
    outcomes: Counter[Outcome]
    edited: int


def run_matrix(
    cases: Sequence[Case],
    tools: Sequence[str],
    environments: Sequence[Environment],
    device: str,
    store: Store,
    jobs: int,
    limit: float,
    again: Collection[Outcome] = (),
    on_start: Callable[[int, int], None] = lambda _left, _skipped: None,
    on_result: Callable[[Record], None] = lambda _record: None,
) -> Summary:
    """Run what is not yet in the store, and write every result as it arrives.

    Args:
        cases, tools, environments, device: the matrix.
        store: open for writing.
        jobs: probe servers at the same time.
        limit: seconds for one cell.
        again: outcomes that count as not run.
        on_start: called once with the number of cells left and skipped.
        on_result: called with each record.

    Raises:
        InputError: the store cannot be written any more.
    """
    done = {key: found for key, found in store.outcomes().items() if found[0] not in again}
    batches, skipped = plan(cases, tools, environments, device, done, limit)
    on_start(sum(len(batch.cells) for batch in batches), skipped)
    facts = {environment.label: machine_facts(environment) for environment in environments}
    outcomes: Counter[Outcome] = Counter()
    edited = 0
    for result in run_batches(batches, jobs, limit):
        if _was_edited(result.cell):
            edited += 1
            continue
        record = record_of(result.cell, result.raw, limit, facts[result.cell.environment.label])
        store.add(record)
        outcomes[record.outcome] += 1
        on_result(record)
    return Summary(sum(outcomes.values()), skipped, outcomes, edited)


def _was_edited(cell: Cell) -> bool:
    """Whether the program changed while it ran: what was measured then belongs to no text that is known."""
    try:
        return replace(cell).key != cell.key
    except OSError:
        return True


def record_of(cell: Cell, raw: dict[str, Any], limit: float, machine: Mapping[str, Any]) -> Record:
    """Return the record of a raw result; one that has not the shape of a result is a crash."""
    words = {outcome.value for outcome in Outcome}
    fits = raw.get("outcome") in words and isinstance(raw.get("reason"), str)
    if not fits or not isinstance(raw.get("signals"), (dict, type(None))):
        raw = {"outcome": "crashed", "reason": "the program tampered with its result", "signals": None}
    return Record(
        key=cell.key,
        case=cell.program.case,
        program=cell.program.name,
        tool=cell.tool,
        warp=cell.environment.label,
        device=cell.device,
        outcome=Outcome(raw["outcome"]),  # type: ignore[call-arg]
        # Records are published: where a machine keeps its environments is nobody's business.
        reason=raw["reason"].replace(f"{cell.environment.python.parent.parent}/", ""),
        signals=raw["signals"],
        seconds=raw.get("seconds", 0.0),
        time_limit=limit,
        machine=dict(machine),
    )


def record_failures(
    cases: Sequence[Case], tools: Sequence[str], label: str, reason: str, device: str, store: Store, limit: float
) -> None:
    """Record that a release could not be set up, once for every cell that it would have run."""
    nowhere = Environment(label=label, python=Path(), warp=label, numpy="", python_version="", build="not set up")
    batches, _ = plan(cases, tools, [nowhere], device, {}, limit)
    raw = {"outcome": Outcome.ENVIRONMENT.value, "reason": reason, "signals": None}
    for batch in batches:
        for cell in batch.cells:
            store.add(record_of(cell, raw, limit, machine_facts(nowhere)))


def check_device(environment: Environment, device: str) -> None:
    """Make sure that a CUDA device is there.

    Raises:
        InputError: this machine, or this release of Warp on it, has no such device.
    """
    if device == "cpu":
        return
    command = [str(environment.python), "-E", "-c", _COUNT_DEVICES]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        raise InputError(f"Warp {environment.label} does not answer when asked for CUDA devices") from None
    counts = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("devices ")]
    number = int(device.split(":")[1])
    if not counts or number >= int(counts[0]):
        have = f"{counts[0]} CUDA device(s)" if counts and counts[0] != "0" else "no CUDA device"
        raise InputError(f"{device}: Warp {environment.label} finds {have} on this machine; use --device cpu")
