"""Judges what an observation measured: a pure function from plain data to a verdict. Imports no Warp.

An error is only what was measured: a gradient that differs from replayed differences, from the restored backward
pass or from itself at another moment. What depends on intent is a hint with its number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tapecheck.vocabulary import Cause, Signature

#: Relative disagreement with a difference that counts, beyond the difference's own error.
TOLERANCE = 2e-2
#: A disagreement must be this many error estimates large.
SAFETY = 4.0
#: A difference whose error exceeds this share of the gradient along its direction resolves nothing.
RESOLVED = 0.2
#: Relative disagreement with the restored backward pass that counts; both are float32 sums of the same terms.
RESTORED = 1e-3
#: Releases from which recorded copies accumulate in the gradient of their source.
COPIES_ADD = (1, 17)


@dataclass
class Finding:
    """A cause, or a hint.

    Attributes:
        cause: a word of the vocabulary.
        text: one sentence: what happened, where, with numbers.
        places: lines of the script.
        evidence: what speaks for it, and against it.
    """

    cause: Cause
    text: str
    places: list[str] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)


@dataclass
class Parameter:
    """The verdict on one gradient.

    Attributes:
        name: what the script calls the array.
        verdict: "correct", "wrong" or "could not tell".
        signature: how it is wrong, or ``correct``.
        text: the numbers.
        iteration: which iteration showed it.
    """

    name: str
    verdict: str
    signature: Signature
    text: str
    iteration: int
    data: Mapping[str, Any]


@dataclass
class Diagnosis:
    """What is to be said of a script."""

    verdict: str
    parameters: list[Parameter]
    causes: list[Finding]
    hints: list[Finding]
    ruled_out: list[str]
    unchecked: list[str]
    data: Mapping[str, Any]

    @property
    def status(self) -> int:
        """The exit status: 0 correct, 1 wrong, 4 could not tell."""
        return {"correct": 0, "wrong": 1}.get(self.verdict, 4)


def diagnose(data: Mapping[str, Any]) -> Diagnosis:
    """Return the verdict on an observation (``Observation.data()``, or the same read from JSON)."""
    parameters: list[Parameter] = []
    causes: list[Finding] = []
    hints: list[Finding] = []
    unchecked = list(data["notes"])
    for iteration in data["iterations"]:
        for p in iteration["parameters"]:
            verdict = _parameter(p, iteration, data)
            parameters.append(verdict)
            if p["why"]:
                unchecked.append(f"{p['name']}: no differences, since {p['why']}")
        for stale in iteration["stale"]:
            if (stale["gap"] or 0.0) > RESTORED:
                causes.append(_stale(stale))
        wrong = [p for p in parameters if p.verdict == "wrong" and p.iteration == iteration["number"]]
        causes += _causes(wrong, iteration, data)
        hints += _hints(iteration, wrong)
        unchecked += [f"backward at {b['place']}: {b['check']}" for b in iteration["backwards"] if b["check"]]
    causes, hints = _merge(causes), _merge(hints)
    return Diagnosis(
        _overall(parameters, causes),
        parameters,
        causes,
        hints,
        _ruled_out(data, causes),
        list(dict.fromkeys(unchecked)),
        data,
    )


def _overall(parameters: Sequence[Parameter], causes: Sequence[Finding]) -> str:
    if any(p.verdict == "wrong" for p in parameters) or any(c.cause is Cause.STALE for c in causes):
        return "wrong"
    if not parameters or any(p.verdict == "could not tell" for p in parameters):
        return "could not tell"
    return "correct"


# -- one parameter ------------------------------------------------------------------------------------------------


def resolved(p: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the differences that are sharp enough to judge the gradient along their directions."""
    size = max(
        (max(abs(d["value"]), abs(d["tape"])) for d in p["differences"] if math.isfinite(d["value"])), default=0.0
    )
    flat = 1e-3 * abs(p["objective"] or 0.0)
    return [
        d
        for d in p["differences"]
        if math.isfinite(d["error"])
        and (
            d["error"] <= RESOLVED * max(abs(d["value"]), size)
            or (d["error"] * d["step"] <= flat and abs(d["tape"]) <= size * 1e-9 and abs(d["value"]) <= d["error"])
        )
    ]


def disagrees(d: Mapping[str, Any], size: float, key: str = "tape") -> bool:
    """Whether a gradient along a direction is not what the difference says.

    At a kink every slope between those of the two sides is valid (a subgradient).
    """
    allowed = SAFETY * d["error"] + TOLERANCE * max(abs(d["value"]), 0.1 * size)
    low, high = sorted(d.get("sides") or (d["value"], d["value"]))
    return bool(d[key] > high + allowed or d[key] < low - allowed)


def _against_differences(p: Mapping[str, Any], key: str = "tape") -> str:
    """Return "agrees", "disagrees" or "unresolved"."""
    sharp = [d for d in resolved(p) if d[key] is not None]
    if not sharp:
        return "unresolved"
    size = max(max(abs(d["value"]), abs(d["tape"])) for d in sharp)
    # Several kinks along one direction may bend either way, so that outside of both slopes is no proof.
    sharp = [d for d in sharp if not (d["sides"] and disagrees(d, size, key))]
    if not sharp:
        return "unresolved"
    wrong = [d for d in sharp if not math.isfinite(d[key]) or disagrees(d, size, key)]
    if len(wrong) * 2 >= len(sharp) and wrong:
        return "disagrees"
    if wrong:
        return "minority"
    return "agrees" if len(sharp) * 2 >= len(p["differences"]) else "unresolved"


def _parameter(p: Mapping[str, Any], iteration: Mapping[str, Any], data: Mapping[str, Any]) -> Parameter:
    against = _against_differences(p)
    number = iteration["number"]

    def made(verdict: str, signature: Signature, text: str) -> Parameter:
        return Parameter(p["name"], verdict, signature, text, number, p)

    if not p["finite"]:
        return made("wrong", Signature.NONFINITE, f"{p['bad']} of {p['size']} elements are NaN or infinite")
    if p["zeroed"] and against == "disagrees":
        return made("wrong", Signature.ZERO, f"read as zero: cleared by {p['zeroed']} before it was read")
    if p["leftover"] and p["norm"] and p["leftover"] > RESTORED * p["norm"]:
        return made(
            "wrong",
            Signature.GROWING,
            f"holds an earlier gradient of norm {p['leftover']:.4g} beside this one of norm {p['norm']:.4g}",
        )
    if against == "disagrees" and any(d["sides"] for d in p["differences"]):
        against = "minority"  # elsewhere along these directions kinks may cancel: another signal must agree
    if against == "disagrees" or (against == "minority" and _other_signal(p, iteration)):
        if _surrogate(iteration, p):
            return made("correct", Signature.CORRECT, "a surrogate: differs from differences, as it is meant to")
        return made("wrong", _signature(p, iteration), _numbers(p))
    gap = p["restored"]
    if gap is not None and gap > RESTORED and against not in ("agrees",) and not _kink(p, against):
        return made("wrong", Signature.WRONG, _numbers(p))
    if against == "agrees":
        return made("correct", Signature.CORRECT, _numbers(p))
    if against == "minority":
        return made("correct", Signature.CORRECT, _numbers(p) + "; a minority of directions cross a kink")
    found = _by_audit(p, iteration, data)
    if found is not None:
        return made("wrong", found[0], found[1])
    if gap is not None and gap <= RESTORED and _kernels_right(iteration):
        return made(
            "correct",
            Signature.CORRECT,
            "agrees with the restored backward pass, and every kernel's adjoint with differences of that kernel",
        )
    return made(
        "could not tell",
        Signature.CORRECT,
        "differences cannot resolve this gradient" if p["differences"] else (p["why"] or "not differenced"),
    )


def _kink(p: Mapping[str, Any], against: str) -> bool:
    return against == "minority" and (p["restored"] or 0.0) < 0.1


def _other_signal(p: Mapping[str, Any], iteration: Mapping[str, Any]) -> bool:
    return bool(
        (p["restored"] is not None and p["restored"] > RESTORED)
        or any(kernel_verdict(k) == "wrong" for k in iteration["kernels"])
        or _severed(iteration)
        or iteration["retained"]
    )


def _by_audit(
    p: Mapping[str, Any], iteration: Mapping[str, Any], data: Mapping[str, Any]
) -> tuple[Signature, str] | None:
    """Return what the audits alone say is wrong, where no difference could be had."""
    if p["zeroed"] and p["norm"] == 0.0:
        return Signature.ZERO, f"read as zero: cleared by {p['zeroed']} before it was read"
    wrong = [k for k in iteration["kernels"] if kernel_verdict(k) == "wrong"]
    if wrong and not _surrogate(iteration, p):
        return Signature.WRONG, f"the adjoint of kernel {wrong[0]['name']} is not the derivative of the kernel"
    if p["repeated"]:
        return Signature.FACTOR, f"{p['repeated'] + 1} backward passes started from one loss"
    plain = p["plain"]
    if plain is not None and plain > RESTORED:
        return Signature.WRONG, f"differs by {plain:.2g} from a backward pass that starts from cleared gradients"
    severed = _severed(iteration)
    if severed and p["norm"] == 0.0:
        return Signature.ZERO, "exactly zero, and the path to the loss is cut"
    if severed and any(s["why"] in ("no-gradient", "backward-disabled", "off-tape") for s in severed):
        return Signature.WRONG, "part of the path to the loss is cut"
    if iteration["carried_state"] and p["windows"] > 1:
        return Signature.TRUNCATED, "state carried from one tape to the next is taken for a constant"
    if iteration["retained"]:
        return Signature.WRONG, "an array with retain_grad is written more than once"
    if _copy_defect(iteration, data):
        return Signature.WRONG, "a recorded copy's source is read again, and this release's copy adjoint replaces"
    return None


def _copy_defect(iteration: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    return bool(iteration["copies"]) and release(str(data["warp"])) < COPIES_ADD


def release(version: str) -> tuple[int, int]:
    """Return major and minor of a version."""
    parts = [int("".join(c for c in part if c.isdigit()) or 0) for part in version.split(".")[:2]]
    return parts[0], parts[1] if len(parts) > 1 else 0


def _severed(iteration: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(iteration["severed"])


def _kernels_right(iteration: Mapping[str, Any]) -> bool:
    return all(kernel_verdict(k) == "right" for k in iteration["kernels"]) and bool(iteration["kernels"])


def _surrogate(iteration: Mapping[str, Any], p: Mapping[str, Any]) -> bool:
    """Whether a custom adjoint stands in for a locally constant function: it is meant to differ from differences."""
    custom = [f for f in iteration["flat"] if f["custom"] and f["function"] != "native"]
    sharp = resolved(p)
    level = bool(sharp) and all(abs(d["value"]) <= SAFETY * d["error"] for d in sharp)
    return bool(custom) and (level or any(f["function"] != "custom" for f in custom))


def kernel_verdict(kernel: Mapping[str, Any]) -> str:
    """Return "right", "wrong" or "unresolved" for one kernel's adjoint held against differences."""
    size = max(
        (max(abs(e["value"]), abs(e["tape"])) for e in kernel["entries"] if math.isfinite(e["value"])), default=0.0
    )
    sharp = [e for e in kernel["entries"] if math.isfinite(e["error"]) and e["error"] <= RESOLVED * max(size, 1e-30)]
    if not sharp:
        return "unresolved"
    by_argument: dict[str, list[Mapping[str, Any]]] = {}
    sharp = [e for e in sharp if not (e["sides"] and disagrees(e, size))]
    for entry in sharp:
        by_argument.setdefault(entry["argument"], []).append(entry)
    for entries in by_argument.values():
        if len(entries) >= 2 and all(disagrees(e, size) for e in entries):
            return "wrong"
    return "right" if len(sharp) * 2 >= len(kernel["entries"]) and sharp else "unresolved"


def _signature(p: Mapping[str, Any], iteration: Mapping[str, Any]) -> Signature:
    if p["norm"] == 0.0:
        return Signature.ZERO
    sharp = [d for d in resolved(p) if d["value"]]
    ratios = [d["tape"] / d["value"] for d in sharp]
    if len(ratios) >= 2 or p["size"] == 1:
        middle = sorted(ratios)[len(ratios) // 2] if ratios else 0.0
        if ratios and all(abs(r - middle) < 0.01 * abs(middle) for r in ratios) and _clean(middle):
            return Signature.FACTOR
    if iteration["carried_state"] and p["windows"] > 1:
        return Signature.TRUNCATED
    return Signature.WRONG


def _clean(ratio: float) -> bool:
    """Whether a ratio is a whole number or the reciprocal of one, to a hundredth."""
    size = abs(ratio)
    return any(abs(x - round(x)) < 0.01 * x and round(x) >= 1 for x in (size, 1.0 / size if size else 0.0) if x >= 0.99)


def _numbers(p: Mapping[str, Any]) -> str:
    sharp = resolved(p)
    parts = []
    if sharp:
        worst = max(sharp, key=lambda d: abs(d["tape"] - d["value"]))
        parts.append(
            f"gradient {worst['tape']:.5g}, difference {worst['value']:.5g} +- {worst['error']:.1g} along the "
            f"direction that differs most, of {len(sharp)}"
        )
    if p["restored"] is not None:
        parts.append(f"differs by {p['restored']:.2g} from the restored backward pass")
    return "; ".join(parts) or "not measured"


# -- causes -------------------------------------------------------------------------------------------------------


def _stale(stale: Mapping[str, Any]) -> Finding:
    return Finding(
        Cause.STALE,
        f"the gradient of {stale['name'] or 'an array'} read at {stale['place']} belongs to earlier parameters; "
        f"it differs by {stale['gap']:.2g} from the gradient at the present ones",
        [stale["place"]],
        ["the parameters changed between the backward pass and the read"],
    )


def _causes(wrong: Sequence[Parameter], iteration: Mapping[str, Any], data: Mapping[str, Any]) -> list[Finding]:  # noqa: PLR0912, PLR0915  one cause a branch
    if not wrong:
        return []
    found: list[tuple[float, Finding]] = []
    datas = [p.data for p in wrong]
    add = found.append
    if any(p.signature is Signature.NONFINITE for p in wrong):
        add((100.0, _nonfinite(iteration)))
    for p in wrong:
        if p.data["zeroed"]:
            add(
                (
                    95.0,
                    Finding(
                        Cause.CLEARED,
                        f"the gradient of {p.name} was cleared by {p.data['zeroed']} before it was "
                        f"read at {p.data['place']}",
                        [p.data["place"]],
                    ),
                )
            )
        if p.data["leftover"] and p.signature is Signature.GROWING:
            cause = Cause.TAPE_SCOPE if iteration["grads_on_tape"] else Cause.NOT_CLEARED
            places = [g["place"] for g in iteration["grads_on_tape"]] + [p.data["place"]]
            add(
                (
                    96.0,
                    Finding(
                        cause,
                        f"the gradient of {p.name} still held that of an earlier iteration when backward "
                        "ran: nothing cleared it",
                        places,
                    ),
                )
            )
    explained = [d for d in datas if _against_differences(d, "restored") == "agrees" or _no_differences(d)]
    restored = [d for d in datas if d["restored"] is not None and d["restored"] > RESTORED]
    overwrite = _overwrite(iteration)
    if restored and iteration["changed"]:
        c = iteration["changed"][0]
        add(
            (
                92.0,
                Finding(
                    Cause.REPLAY,
                    f"the backward pass itself changed {c['argument']} of {c['name']}: replaying the "
                    "forward code repeats its side effect",
                    [c["place"]],
                ),
            )
        )
    if restored and overwrite is not None:
        overwrite.evidence.append(
            f"with every launch's arguments restored the gradient has norm {restored[0]['restored_norm']:.5g} instead of "  # noqa: E501
            f"{restored[0]['norm'] or math.nan:.5g}"
            if restored[0]["restored_norm"] is not None
            else "restored differs"
        )
        add((90.0 if any(d in explained for d in restored) else 70.0, overwrite))
    kernels = [k for k in iteration["kernels"] if kernel_verdict(k) == "wrong"]
    for kernel in kernels:
        add((80.0, _kernel(kernel, iteration)))
    for severed in _severed(iteration):
        score = 85.0 if any(d["norm"] == 0.0 for d in datas) else 65.0
        if severed["why"] == "number":
            score -= 20.0
        if severed["why"] == "off-tape":
            score -= 5.0
        add((score, _cut(severed)))
    if any(d["repeated"] for d in datas):
        add(
            (
                84.0,
                Finding(
                    Cause.DOUBLE_COUNT,
                    "backward ran more than once from the same loss without clearing between",
                    [b["place"] for b in iteration["backwards"]],
                ),
            )
        )
    between = iteration["carried_state"] or [
        s for s in _severed(iteration) if s["why"] == "off-tape" and s["kind"] == "copy"
    ]
    if any(d["windows"] > 1 for d in datas) and between:
        state = between[0]
        add(
            (
                88.0 if not restored else 60.0,
                Finding(
                    Cause.TRUNCATION,
                    f"{state['argument']} of {state['name']} is made on one tape and used on the next, which takes it for a "  # noqa: E501
                    "constant: the sum of the windows' gradients is not the gradient of the sum",
                    [state["place"]],
                ),
            )
        )
    for r in iteration["retained"]:
        add(
            (
                82.0,
                Finding(
                    Cause.RETAIN_GRAD,
                    f"{r['array']} has retain_grad and is written by {len(r['places'])} launches",
                    r["places"],
                ),
            )
        )
    if _copy_defect(iteration, data):
        copy = iteration["copies"][0]
        add(
            (
                75.0,
                Finding(
                    Cause.COPY_ADJOINT,
                    f"the source of the copy at {copy['place']} is read again by "
                    f"{copy['reader']}; before Warp 1.17 the copy's adjoint replaces what that contributed",
                    [copy["place"], copy["reader_place"]],
                ),
            )
        )
    for d in iteration["duplicates"]:
        add(
            (
                55.0,
                Finding(
                    Cause.DOUBLE_COUNT,
                    f"{d['name']} is launched twice with the same arguments",
                    [d["first"], d["place"]],
                ),
            )
        )
    plain = [d for d in datas if d["plain"] is not None and d["plain"] > RESTORED]
    if plain and not any(d["repeated"] for d in datas):
        add(
            (
                62.0,
                Finding(
                    Cause.NOT_CLEARED,
                    "a backward pass from cleared gradients gives another result: gradients of "
                    "intermediate arrays were left from before",
                    [],
                ),
            )
        )
    carried = [b for b in iteration["backwards"] if b["carried"]]
    if carried:
        add(
            (
                50.0,
                Finding(
                    Cause.CHECKPOINT,
                    "backward continues from another tape's gradients, and part of them is lost",
                    [carried[0]["place"]],
                ),
            )
        )
    if iteration["grads_on_tape"]:
        g = iteration["grads_on_tape"][0]
        add((58.0, Finding(Cause.TAPE_SCOPE, f"{g['name']} reads gradients and is recorded on the tape", [g["place"]])))
    flat = [f for f in iteration["flat"] if f["function"] == "native"]
    for f in flat:
        add((40.0, Finding(Cause.CUSTOM_ADJOINT, f"{f['name']} calls native code", [f["place"]])))
    if not found:
        add((1.0, Finding(Cause.RELEASE_DEFECT, "no audit explains it", [])))
    found.sort(key=lambda pair: -pair[0])
    return [finding for _, finding in found]


def _no_differences(p: Mapping[str, Any]) -> bool:
    return not p["differences"]


def _overwrite(iteration: Mapping[str, Any]) -> Finding | None:
    entries = [o for o in iteration["overwritten"] if o["writer"] is not None] or list(iteration["overwritten"])
    if not entries:
        return None
    late = {e["index"] for e in iteration["after_loss"]}
    ranked = sorted(entries, key=lambda o: (not o["late"], o["launch"]))
    o = ranked[0]
    writer, reader = o["writer"], o["reader"]
    cause = Cause.OVERWRITE
    if o["same_launch"]:
        cause = Cause.IN_PLACE
    elif o["late"]:
        cause = Cause.LATE_WRITE
    elif o["alias"]:
        cause = Cause.ALIAS
    elif writer is not None and writer["index"] in late:
        cause = Cause.TAPE_SCOPE
    by = "from the host, outside Warp" if writer is None else f"by {writer['name']} at {writer['place']}"
    text = (
        f"{reader['argument']}, read by {reader['name']} at {reader['place']}, was overwritten {by}: "
        f"{o['elements']} of {o['of']} elements changed before backward used them"
    )
    places = [reader["place"], *([] if writer is None else [writer["place"]])]
    return Finding(cause, text, places, [f"{len(entries)} reads were overwritten in all"] if len(entries) > 1 else [])


def _nonfinite(iteration: Mapping[str, Any]) -> Finding:
    bad = iteration["nonfinite"]
    if bad is None:
        return Finding(Cause.SINGULAR_POINT, "NaN or infinity arose outside the recorded launches")
    features = bad["features"]
    if features.get("dynamic_loops"):
        cause = Cause.DYNAMIC_LOOP
    elif features.get("selects"):
        cause = Cause.UNSELECTED_BRANCH
    elif features.get("custom") or features.get("native"):
        cause = Cause.CUSTOM_ADJOINT
    else:
        cause = Cause.SINGULAR_POINT
    inputs = ", ".join(f"{name} = {[round(v, 6) for v in values]}" for name, values in bad["inputs"].items())
    return Finding(
        cause,
        f"the adjoint of {bad['name']}, launched at {bad['place']}, is the first to give NaN or infinity, in "
        f"{bad['argument']}{bad['element']}; inputs there: {inputs}",
        [bad["place"]],
    )


def _kernel(kernel: Mapping[str, Any], iteration: Mapping[str, Any]) -> Finding:
    features = kernel["features"]
    rules = (
        ("custom", Cause.CUSTOM_ADJOINT, "calls {} with a hand-written adjoint or replay"),
        ("native", Cause.CUSTOM_ADJOINT, "calls native code {}"),
        ("in_place", Cause.IN_PLACE, "changes an array element in place, line {}"),
        ("dynamic_loops", Cause.DYNAMIC_LOOP, "has a loop that is not unrolled, line {}"),
        ("component", Cause.COMPONENT_WRITE, "assigns components, line {}"),
        ("array_component", Cause.COMPONENT_WRITE, "assigns a component of an array element, line {}"),
        ("flat", Cause.FLAT_OPERATION, "calls a locally constant function, {}"),
    )
    cause, detail = Cause.RELEASE_DEFECT, "nothing in its source says why"
    for name, word, text in rules:
        if features.get(name):
            cause, detail = word, text.format(_listed(features[name]))
            break
    if iteration["changed"]:
        cause = Cause.REPLAY
    worst = max(kernel["entries"], key=lambda e: abs(e["tape"] - e["value"]))
    return Finding(
        cause,
        f"the adjoint of kernel {kernel['name']} ({kernel['source']}), alone, gives {worst['tape']:.4g} where the kernel's "  # noqa: E501
        f"difference is {worst['value']:.4g} +- {worst['error']:.1g}; it {detail}",
        [kernel["place"], kernel["source"]],
    )


def _listed(value: Any) -> str:
    return ", ".join(str(v) for v in (dict.fromkeys(value) if isinstance(value, list) else value))


def _cut(severed: Mapping[str, Any]) -> Finding:
    where = f"{severed['name']} at {severed['place']}"
    texts = {
        "no-gradient": (Cause.NO_GRADIENT, f"{severed['argument']}, written by {where}, has requires_grad=False"),
        "backward-disabled": (Cause.BACKWARD_DISABLED, f"{where} has no adjoint: enable_backward is False"),
        "off-tape": (Cause.OFF_TAPE, f"{where} lies on the path to the loss and is not recorded on the tape"),
        "detached": (
            Cause.DETACHED,
            f"{severed['argument']} is made at {severed['place']} from host data after a read to the host",
        ),
        "number": (Cause.DETACHED, f"{where} takes a Python number after a read of the parameter to the host"),
    }
    cause, text = texts[severed["why"]]
    return Finding(cause, text, [severed["place"]])


# -- hints and the rest -------------------------------------------------------------------------------------------


def _hints(iteration: Mapping[str, Any], wrong: Sequence[Parameter]) -> list[Finding]:  # noqa: PLR0912  one hint a branch
    found = []
    for b in iteration["backwards"]:
        for label, size, ones in b["seeded"]:
            if ones and size > 1 and not b["carried"]:
                ratio = next(
                    (v for v in iteration["scalars"] if v and abs((b["objective"] or 0.0) / v - size) < 1e-4 * size),
                    None,
                )
                tail = "" if ratio is None else f"; the script reads {ratio:.5g}, smaller by just that factor"
                found.append(
                    Finding(
                        Cause.SEED,
                        f"backward at {b['place']} starts from ones over {size} elements ({label}): "
                        f"this is the gradient of the sum, {size} times that of the mean{tail}",
                        [b["place"]],
                    )
                )
    for s in iteration["solves"]:
        found.append(
            Finding(
                Cause.UNCONVERGED,
                f"{s['name']} is launched {s['times']} times, contracts by {s['rate']:.2g} a "
                f"time and stops with about {s['left']:.1g} of its state to go: the gradient is that of the "
                "unconverged state",
                [s["place"]],
            )
        )
    for f in iteration["flat"]:
        if f["function"] == "native":
            continue
        if f["custom"]:
            if f["function"] == "custom":
                continue
            found.append(
                Finding(
                    Cause.FLAT_OPERATION,
                    f"{f['name']} has a surrogate adjoint around {f['function']}: it is "
                    "meant to differ from differences",
                    [f["place"]],
                )
            )
        elif any(p["norm"] == 0.0 for p in iteration["parameters"]):
            found.append(
                Finding(
                    Cause.FLAT_OPERATION,
                    f"{f['name']} uses {f['function']} (line {f['line']}), which is locally "
                    "constant: a zero gradient through it is right",
                    [f["place"]],
                )
            )
    for p in iteration["parameters"]:
        if p["norm"] == 0.0 and _against_differences(p) == "agrees":
            found.append(
                Finding(
                    Cause.FLAT_OPERATION,
                    f"the gradient of {p['name']} is exactly zero, and so are the differences: "
                    "the loss is locally constant here",
                    [p["place"]],
                )
            )
        bent = [d for d in p["differences"] if d["sides"]]
        if bent:
            left, right = bent[0]["sides"]
            found.append(
                Finding(
                    Cause.TIE,
                    f"the loss has a kink at these values of {p['name']}: slope {left:.4g} on one side, "
                    f"{right:.4g} on the other; several gradients are valid",
                    [p["place"]],
                )
            )
    if not wrong:
        for d in iteration["duplicates"]:
            found.append(
                Finding(
                    Cause.DOUBLE_COUNT,
                    f"{d['name']} is launched twice with the same arguments",
                    [d["first"], d["place"]],
                )
            )
    return found


def _merge(findings: Sequence[Finding]) -> list[Finding]:
    """Keep the first finding of each cause and place; the order stays."""
    seen: dict[tuple[Any, ...], Finding] = {}
    for finding in findings:
        seen.setdefault((finding.cause, tuple(finding.places[:1])), finding)
    return list(seen.values())


def _ruled_out(data: Mapping[str, Any], causes: Sequence[Finding]) -> list[str]:
    iterations = data["iterations"]
    words = {c.cause for c in causes}
    found = []
    if iterations and not any(i["overwritten"] for i in iterations):
        found.append("overwrites: every array that a launch read held the same bytes when backward ran")
    elif iterations and not words & {Cause.OVERWRITE, Cause.LATE_WRITE, Cause.ALIAS, Cause.TAPE_SCOPE}:
        found.append("overwrites: some arrays changed after they were read, and no adjoint needed the old values")
    tested = [k for i in iterations for k in i["kernels"]]
    right = {k["name"] for k in tested if kernel_verdict(k) == "right"} - {
        k["name"] for k in tested if kernel_verdict(k) == "wrong"
    }
    if right:
        found.append(f"kernels: the adjoints of {', '.join(sorted(right))} agree with differences of each kernel alone")
    if iterations and not any(i["severed"] for i in iterations):
        found.append("severed chain: every array on the path to the loss has a gradient")
    return found
