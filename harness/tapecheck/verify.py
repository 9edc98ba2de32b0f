"""Holds what case.toml claims, and what the contract asks, against what was measured: pure functions.

Each finding names the claim that fails, with numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapecheck.corpus import Case, Program
from tapecheck.errors import InputError
from tapecheck.grade import Coordinate, Truth, same_loss, truth_of
from tapecheck.probe.measure import MEASURE
from tapecheck.probe.program import differentiate, load_oracle
from tapecheck.records import Record
from tapecheck.signature import agree
from tapecheck.vocabulary import Grade, Signature

#: A diff of more changed lines than this is no longer read at a glance.
LARGEST_DIFF = 30
#: Length of a program, in lines.
SHORTEST, LONGEST = 20, 80
#: A factor claimed and a factor measured may differ by this, relative.
FACTOR_TOLERANCE = 1e-2
#: The oracle's analytic gradient against its own differences, relative to the root mean square.
ORACLE_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Finding:
    """One claim or rule that does not hold."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def check_files(case: Case) -> list[Finding]:
    """Check what can be seen without Warp: twins differ, diffs are small, programs are of readable length."""
    findings = []
    for program in case.programs:
        text = program.path.read_text(encoding="utf-8")
        lines = text.count("\n")
        if not SHORTEST <= lines <= LONGEST:
            findings.append(Finding(program.id, f"has {lines} lines; an exhibit has {SHORTEST} to {LONGEST}"))
        if any("tapecheck" in name for name in _imported(text)):
            findings.append(Finding(program.id, "imports tapecheck; a program is plain Warp and runs alone"))
    for program in case.role("fixed"):
        changed = [line for line in case.diff(program) if line[:1] in "+-"]
        if _code(program.path) == _code(case.role("buggy")[0].path):
            findings.append(Finding(program.id, "does not differ from buggy.py in code"))
        if len(changed) > LARGEST_DIFF:
            findings.append(Finding(program.id, f"differs in {len(changed)} lines; at most {LARGEST_DIFF} can be read"))
    return findings


def check_oracle(case: Case, arrays: Mapping[str, Any]) -> list[Finding]:
    """Check the oracle's gradient against float64 differences of its objective (or surrogate).

    Args:
        case: whose oracle.
        arrays: the inputs' start values by name, as measured.
    """
    place = f"{case.id}/oracle"
    try:
        return _oracle_findings(case, place, arrays)
    except (Exception, SystemExit) as error:  # noqa: BLE001  an oracle may raise anything
        return [Finding(place, f"raises {type(error).__name__}: {error}")]


def _oracle_findings(case: Case, place: str, arrays: Mapping[str, Any]) -> list[Finding]:
    at = {name: np.asarray(values, dtype=np.float64) for name, values in arrays.items()}
    oracle = load_oracle(case.programs[0].oracle, f"tapecheck_{case.id.replace('-', '_')}_oracle")
    surrogate = oracle.surrogate
    if oracle.gradient is None:
        return [] if surrogate is None else [Finding(place, "has a surrogate and no gradient that it could prove")]
    stated = oracle.derivative(at)
    if surrogate is None:
        found = differentiate(oracle.objective, at)
    else:
        found = differentiate(lambda **moved: surrogate(at, **moved), at)
    findings = []
    bounds = oracle.bounds(**at) if oracle.bounds is not None else {}
    for name, start in at.items():
        low, high = bounds.get(name, (found[name], found[name]))
        if not np.shape(stated[name]) == np.shape(low) == np.shape(high) == np.shape(start):
            findings.append(Finding(place, f"gradient or bounds of {name} have another shape than the input"))
            continue
        nearest = np.clip(stated[name], np.asarray(low), np.asarray(high))
        if not agree(stated[name], nearest, ORACLE_TOLERANCE).all():
            gap = float(np.max(np.abs(stated[name] - nearest)))
            of = "the objective" if surrogate is None else "the surrogate"
            findings.append(Finding(place, f"gradient of {name} differs from differences of {of} by {gap:.3g}"))
    return findings


def check_release(case: Case, warp: str, device: str, records: Mapping[Coordinate, Record]) -> list[Finding]:
    """Check every claim about one release, and that the programs of a case start from the same state."""
    findings = []
    losses: dict[str, float] = {}
    for program in case.programs:
        record = records.get((case.id, program.name, MEASURE, warp, device))
        truth = truth_of(case, program, record)
        place = f"{program.id} on Warp {warp}"
        findings += [Finding(place, text) for text in _against_claim(program, warp, truth)]
        if truth.loss is None or truth.oracle_loss is None:
            continue
        losses[program.name] = truth.loss
        signature = truth.reading.signature if truth.reading else None
        if program.role != "buggy" and signature is Signature.CORRECT and not same_loss(truth.loss, truth.oracle_loss):
            findings.append(Finding(place, f"loss {truth.loss:.8g}, the oracle's objective is {truth.oracle_loss:.8g}"))
    if case.same_loss:
        findings += _same_losses(case, warp, losses)
    return findings


def _against_claim(program: Program, warp: str, truth: Truth) -> list[str]:
    try:
        claim = program.claim(warp)
    except InputError as error:
        return [str(error)]
    if truth.grade is Grade.UNSUPPORTED:
        return []
    if truth.reading is None:
        return [f"claimed {claim}, but {truth.grade}: {truth.reason}"]
    found = truth.reading
    if claim.signature is None:
        return [f"claimed unsupported ({claim.unsupported}), but it ran and shows {found}"]
    if claim.signature is not found.signature:
        return [f"claimed {claim}, but shows {found} (relative error {found.error:.3g}, input {found.parameter})"]
    claimed, factor = claim.factor, found.factor
    if claimed is not None and factor is not None and abs(claimed - factor) > FACTOR_TOLERANCE * abs(claimed):
        return [f"claimed {claim}, but the factor is {factor:.6g}"]
    return []


def _same_losses(case: Case, warp: str, losses: Mapping[str, float]) -> list[Finding]:
    buggy = [loss for name, loss in losses.items() if name.startswith("buggy")]
    findings = []
    for name, loss in losses.items():
        if name.startswith("fixed") and buggy and not same_loss(loss, buggy[0]):
            text = f"loss {loss:.8g}, but buggy's is {buggy[0]:.8g}; say same_loss = false if that is meant"
            findings.append(Finding(f"{case.id}/{name} on Warp {warp}", text))
    return findings


def _code(path: Path) -> str:
    """Return a program's syntax tree as text: neither comments nor docstrings make a difference."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if (
            isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
            and ast.get_docstring(node, clean=False) is not None
        ):
            node.body = node.body[1:]
    return ast.dump(tree)


def _imported(text: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names


def claims_cover(case: Case, releases: Sequence[str]) -> list[Finding]:
    """Check that the claims about each program cover every release once."""
    findings = []
    for program in case.programs:
        counts = {release: sum(claim.warp.contains(release) for claim in program.claims) for release in releases}
        for count in sorted(set(counts.values()) - {1}):
            affected = ", ".join(release for release, found in counts.items() if found == count)
            findings.append(Finding(program.id, f"{count} claims hold for Warp {affected}; there must be one"))
    return findings
