"""Run the two forms of a project in processes of their own and compare what they consume with a float64 reference."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np


def central(objective, point, step=1e-6, only=None):
    """Central differences of ``objective`` at ``point`` (float64), for all elements or the flat indices ``only``."""
    point = np.array(point, dtype=np.float64)
    flat = point.reshape(-1)
    indices = range(flat.size) if only is None else only
    out = []
    for index in indices:
        old = flat[index]
        flat[index] = old + step
        high = objective(point)
        flat[index] = old - step
        low = objective(point)
        flat[index] = old
        out.append((high - low) / (2.0 * step))
    return np.array(out)


def relative(consumed, truth):
    """Relative error in the Euclidean norm."""
    consumed = np.asarray(consumed, dtype=np.float64).reshape(-1)
    truth = np.asarray(truth, dtype=np.float64).reshape(-1)
    return float(np.linalg.norm(consumed - truth) / np.linalg.norm(truth))


class Enough(Exception):
    """Raised by a hook to end a training run."""


def until_enough(call, *args):
    """Call a training entry point; a hook may end it by ``Enough``."""
    with contextlib.suppress(Enough):
        call(*args)


def run(file, collect):
    """Call ``collect(train)`` for each form; it returns rows (iteration, name, consumed, truth)."""
    here = Path(file).resolve().parent
    if len(sys.argv) == 1:
        for form in ("buggy", "fixed"):
            if (here / form).is_dir():
                subprocess.run([sys.executable, str(here / "truth.py"), form], check=True)
        return
    form = sys.argv[1]
    sys.path.insert(0, str(here / form))
    os.chdir(tempfile.mkdtemp())
    import train

    rows = collect(train)
    for iteration in sorted({row[0] for row in rows}):
        group = [row for row in rows if row[0] == iteration]
        for _, name, consumed, truth in group:
            c, t = np.linalg.norm(consumed), np.linalg.norm(truth)
            error = relative(consumed, truth)
            print(f"{form} iteration {iteration} {name}: |consumed| {c:.6e} |truth| {t:.6e} error {error:.3e}")
        everything = [np.concatenate([np.ravel(row[k]) for row in group]) for k in (2, 3)]
        print(f"{form} iteration {iteration} TOTAL relative error {relative(*everything):.6e}", flush=True)
