"""Every word that a claim, an outcome, a verdict or a table may use, and what it means."""

from __future__ import annotations

from enum import Enum


class Word(str, Enum):
    """A word of the vocabulary; prints as itself and carries its meaning in ``meaning``."""

    meaning: str

    def __new__(cls, word: str, meaning: str) -> Word:
        """Make the member whose value is ``word``; ``meaning`` is one line for people."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.meaning = meaning
        return member

    def __str__(self) -> str:
        return str(self.value)


class Kind(Word):
    """What a case is about."""

    BUG = "bug", "the buggy program consumes a gradient that is not that of its own objective"
    LIMIT = "limit", "the gradient is mathematically right and useless; the fix is a reformulation"
    CONTROL = "control", "no gradient is wrong; a tool that flags a program raises a false alarm"
    INSTRUMENT = "instrument", "the check that people would use is what is broken"


class Family(Word):
    """The folder that a case lives in."""

    OVERWRITE = "overwrite", "a value that the backward pass needs is gone"
    CHAIN = "chain", "the gradient never arrives"
    ACCUMULATE = "accumulate", "a gradient is counted twice, or not cleared"
    SCOPE = "scope", "the tape records too much"
    KERNEL = "kernel", "the adjoint of one kernel is wrong"
    TRUNCATION = "truncation", "the right gradient of another objective"
    NONSMOOTH = "nonsmooth", "kinks, jumps, plateaus, and points without a derivative"
    CUSTOM = "custom", "an adjoint written by hand"
    INSTRUMENT = "instrument", "the check is broken, or there is no gradient bug"
    INTEROP = "interop", "another framework's tape meets Warp's"
    RELEASE = "release", "a defect of some Warp releases"


class Cause(Word):
    """The mechanism behind a wrong gradient, one word each."""

    OVERWRITE = "overwrite", "an array was written after a launch on the tape had read it"
    ALIAS = "alias", "two names that are meant to be different arrays share one memory"
    LATE_WRITE = "late-write", "a taped array was written between recording and backward"
    COPY_ADJOINT = "copy-adjoint", "the adjoint of a recorded copy replaces instead of adding"
    NO_GRADIENT = "no-gradient", "an array on the path has requires_grad=False"
    BACKWARD_DISABLED = "backward-disabled", "a kernel or module on the path is compiled without adjoint"
    DETACHED = "detached", "the path leaves Warp's arrays: host values, NumPy, Python numbers"
    OFF_TAPE = "off-tape", "an operation on the path is not recorded"
    CLEARED = "cleared", "gradients are read after they were zeroed"
    NOT_CLEARED = "not-cleared", "gradients of an earlier backward pass are still in the array"
    DOUBLE_COUNT = "double-count", "one contribution reaches the gradient twice"
    RETAIN_GRAD = "retain-grad", "retain_grad on an array whose elements are written more than once"
    SEED = "seed", "backward starts from an adjoint that is not that of the objective"
    STALE = "stale", "the gradient that is consumed belongs to an earlier iterate"
    TAPE_SCOPE = "tape-scope", "the tape records work that is not part of the objective"
    IN_PLACE = "in-place", "a kernel changes an array element in place by an operation that needs its old value"
    COMPONENT_WRITE = "component-write", "a component of a vector, matrix or quaternion is assigned again"
    DYNAMIC_LOOP = "dynamic-loop", "a loop that is not unrolled: its adjoint sees only final values"
    TRUNCATION = "truncation", "state carried from one tape to the next is taken for a constant"
    UNCONVERGED = "unconverged", "an iterative solve on the tape stops before it has converged"
    CHECKPOINT = "checkpoint", "a checkpointing scheme loses part of the adjoint"
    SINGULAR_POINT = "singular-point", "a function is evaluated where its derivative does not exist"
    UNSELECTED_BRANCH = "unselected-branch", "the operand that a select does not choose overflows"
    FLAT_OPERATION = "flat-operation", "an operation is locally constant, so its derivative is zero"
    TIE = "tie", "several subgradients are valid where a choice is not determined"
    CUSTOM_ADJOINT = "custom-adjoint", "a hand-written adjoint is wrong"
    REPLAY = "replay", "replaying the forward pass repeats a side effect or takes another path"
    INTEROP = "interop", "two frameworks disagree about who owns or clears a gradient"
    RELEASE_DEFECT = "release-defect", "Warp itself is at fault in some releases"
    NOISE = "noise", "the difference that a check measures drowns in rounding or sampling noise"
    STEP_SIZE = "step-size", "the gradient is right and the optimiser's step is too long"


class Signature(Word):
    """How the gradient that a program consumes differs from the true one."""

    CORRECT = "correct", "agrees with the oracle"
    ZERO = "zero", "exactly zero where the true gradient is not"
    NONFINITE = "nonfinite", "holds NaN or infinity where the true gradient is finite"
    FACTOR = "factor", "the true gradient times one exact constant"
    GROWING = "growing", "right at first, larger at every iteration"
    DRIFTING = "drifting", "right over few steps, the error grows with the number of steps"
    TRUNCATED = "truncated", "right per window, wrong over the horizon"
    SPARSE = "sparse", "only some of the elements are wrong"
    UNCONVERGED = "unconverged", "agrees with differences of the program, not with the true objective"
    WRONG = "wrong", "differs from the true gradient in none of the other ways"


class Outcome(Word):
    """How the run of one cell ended."""

    COMPLETED = "completed", "the tool examined the program and its signals were recorded"
    UNSUPPORTED = "unsupported", "this release lacks what the tool or the program needs"
    CRASHED = "crashed", "the program or the tool raised, exited or died on a signal"
    TIMEOUT = "timeout", "the time limit ran out"
    ENVIRONMENT = "environment", "the Warp release or the device could not be set up"
    INVALID = "invalid", "no evidence that the program ran forward and backward"
    NOT_RUN = "not run", "no record of this cell in the store"


class Verdict(Word):
    """What a tool says of a program."""

    FLAGGED = "flagged", "the tool says that the gradient is wrong"
    SILENT = "silent", "the tool finds nothing"
    ABSTAINED = "abstained", "the tool says that it cannot tell"


class Grade(Word):
    """A verdict held against the truth, or the outcome that kept the tool from giving one."""

    CAUGHT = "caught", "flagged, and the gradient is not the oracle's"
    MISSED = "missed", "silent, and the gradient is not the oracle's"
    FALSE_ALARM = "false alarm", "flagged, and the gradient is the oracle's"
    CLEAN = "clean", "silent, and the gradient is the oracle's"
    ABSTAINED = "abstained", "the tool said that it cannot tell"
    UNSUPPORTED = "unsupported", "this release lacks what the tool or the program needs"
    CRASHED = "crashed", "the program or the tool raised, exited or died on a signal"
    TIMEOUT = "timeout", "the time limit ran out"
    ENVIRONMENT = "environment", "the Warp release or the device could not be set up"
    INVALID = "invalid", "no evidence that the program ran forward and backward, or its truth is unknown"
    NOT_RUN = "not run", "no record of this cell in the store"
