"""Prints a diagnosis as text."""

from __future__ import annotations

from tapecheck.trace.diagnosis import Diagnosis, Finding, Parameter

#: What a user does next, by verdict.
_NEXT = {
    "wrong": "Prove a repair by running the same command again.",
    "correct": "",
    "could not tell": "",
}


def as_text(d: Diagnosis) -> str:
    """Return the report for a terminal, lines of at most some 110 characters where words allow."""
    lines: list[str] = []
    data = d.data
    if d.verdict == "correct":
        lines.append("Your gradients are correct, as far as they were measured.")
    elif d.verdict == "wrong":
        lines.append("Your gradients are WRONG.")
    else:
        lines.append(_why_not(d))
    lines.append(
        f"  seen: {data['tapes']} tapes, {data['launches']} launches, {data['backwards']} backward passes, "
        f"{len(data['iterations'])} iterations checked, Warp {data['warp']}"
    )
    for p in _worst(d):
        lines.append("")
        lines.append(
            f"  {p.name} (iteration {p.iteration}): {p.verdict}" + (f", {p.signature}" if p.verdict == "wrong" else "")
        )
        lines += _wrapped(p.text, "    ")
        if p.verdict == "wrong" and p.data["restored_head"] is not None and (p.data["restored"] or 0.0) > 0.0:
            lines.append(f"    your gradient     {_head(p.data['consumed_head'])}")
            lines.append(f"    restored gradient {_head(p.data['restored_head'])}")
    for title, findings in (
        ("Most likely cause", d.causes[:1]),
        ("Other causes", d.causes[1:4]),
        ("Hints", d.hints[:6]),
    ):
        if findings:
            lines += ["", title]
            for finding in findings:
                lines += _finding(finding)
    for title, texts in (("Ruled out", d.ruled_out), ("Not checked", d.unchecked)):
        if texts:
            lines += ["", title]
            for text in texts:
                lines += _wrapped(text, "    ", "  - ")
    if _NEXT[d.verdict]:
        lines += ["", _NEXT[d.verdict]]
    return "\n".join(lines)


def _why_not(d: Diagnosis) -> str:
    data = d.data
    if data["tapes"] == 0:
        return "Could not tell: the script never opened a wp.Tape."
    if data["backwards"] == 0:
        return "Could not tell: the script never called Tape.backward."
    if not d.parameters:
        return "Could not tell: no gradient was read after a backward pass."
    return "Could not tell whether your gradients are right."


def _worst(d: Diagnosis) -> list[Parameter]:
    """One line for each parameter: the first iteration that is wrong, or the last one."""
    best: dict[str, Parameter] = {}
    for p in d.parameters:
        known = best.get(p.name)
        if known is None or (known.verdict != "wrong" and p.verdict != "correct") or known.verdict == "correct":
            best[p.name] = p
    return list(best.values())[:12]


def _finding(f: Finding) -> list[str]:
    lines = _wrapped(f"{f.cause}: {f.text}", "    ", "  - ")
    for evidence in f.evidence:
        lines += _wrapped(evidence, "      ", "      ")
    return lines


def _head(values: list[float]) -> str:
    return "[" + ", ".join(f"{value:.6g}" for value in values) + (", ...]" if len(values) == 4 else "]")


def _wrapped(text: str, indent: str, first: str | None = None) -> list[str]:
    import textwrap

    return textwrap.wrap(
        text,
        110,
        initial_indent=first if first is not None else indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
