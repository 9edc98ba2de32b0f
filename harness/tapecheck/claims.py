"""Proposes the [[claim]] entries that measurements of a program support: pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tapecheck.corpus import Claim, base_version
from tapecheck.grade import Truth
from tapecheck.vocabulary import Grade, Signature

#: Factors that differ by less than this, relative, are one factor.
_SAME_FACTOR = 1e-2

_SAYS_NOTHING = (Grade.ENVIRONMENT, Grade.TIMEOUT, Grade.NOT_RUN)

Shown = tuple[Signature | None, float | None, str]
"""(signature or None where unsupported or failed, factor, reason)"""


def propose(program: str, measured: Sequence[tuple[str, Truth]]) -> str:
    """Return TOML, one [[claim]] for each run of releases that show the same; or a comment that says why not.

    A range reaches from the first release of its run to the first of the next one, so its borders are exact
    only when every release between was measured.

    Args:
        program: name within the case.
        measured: (release, what it showed), in any order; custom builds count as their release. A release that
            could not be set up, or where time ran out, says nothing and is left out.
    """
    telling = [entry for entry in measured if entry[1].grade not in _SAYS_NOTHING]
    ordered = sorted(telling, key=lambda entry: base_version(entry[0]))
    runs = [(shown, [release for release, _ in entries]) for shown, entries in groupby(ordered, lambda e: _shown(e[1]))]
    failing = all(truth.reading is None and truth.grade is not Grade.UNSUPPORTED for _, truth in telling)
    if failing or (not program.startswith("buggy") and all(truth.is_wrong for _, truth in telling)):
        return f"# {program} fails or differs from the oracle on every release measured: mend it, or the oracle.\n"
    claims = [f"# measured on {', '.join(release for release, _ in ordered)}"]
    for number, (shown, releases) in enumerate(runs):
        low = f">={base_version(releases[0])}" if number else ">=1.0.0"
        high = f",<{base_version(runs[number + 1][1][0])}" if number + 1 < len(runs) else ""
        claims.append(_entry(program, low + high, shown))
    return "\n".join(claims)


def _shown(truth: Truth) -> Shown:
    if truth.reading is None:
        return None, None, truth.reason
    factor = truth.reading.factor if truth.reading.signature is Signature.FACTOR else None
    return truth.reading.signature, None if factor is None else _tidy(factor), ""


def _tidy(factor: float) -> float:
    """Round to a whole number where that is what was meant, else to three digits."""
    whole = float(round(factor))
    return whole if whole and abs(factor - whole) <= _SAME_FACTOR * abs(whole) else float(f"{factor:.3g}")


def _entry(program: str, warp: str, shown: Shown) -> str:
    signature, factor, reason = shown
    lines = ["[[claim]]", f'program = "{program}"', f'warp = "{warp}"']
    if signature is None:
        quoted = reason.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'unsupported = "{quoted}"')
    else:
        lines.append(f'signature = "{signature}"')
    if factor is not None:
        lines.append(f"factor = {factor:g}" if factor != int(factor) else f"factor = {factor:.1f}")
    return "\n".join(lines) + "\n"


def contradicted(claims: Sequence[Claim], measured: Sequence[tuple[str, Truth]]) -> bool:
    """Whether any measurement shows another signature, or fails where the claim does not say unsupported."""
    for release, truth in measured:
        if truth.grade in _SAYS_NOTHING:
            continue
        held = [claim for claim in claims if claim.warp.contains(base_version(release), prereleases=True)]
        signature = truth.reading.signature if truth.reading is not None else None
        failed = truth.reading is None and truth.grade is not Grade.UNSUPPORTED
        if len(held) != 1 or failed or held[0].signature is not signature:
            return True
    return False
