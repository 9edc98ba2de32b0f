"""Small corpora for tests, and the environment of the interpreter that runs them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapecheck.environments import Environment, ensure, resolve

#: A right program: loss = sum (2 x)^2, in the shape that every test program starts from.
PROGRAM = '''"""The energy of a doubled signal."""

import numpy as np
import warp as wp


@wp.kernel
def double(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = 2.0 * x[i]


@wp.kernel
def energy(y: wp.array(dtype=float), loss: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_add(loss, 0, y[i] * y[i])


def inputs(device=None):
    return {"x": wp.array(np.array([1.0, -2.0, 0.5, 3.0]), dtype=float, requires_grad=True, device=device)}


def forward(x):
    loss = wp.zeros(1, dtype=float, requires_grad=True)
    y = wp.zeros_like(x)
    wp.launch(double, dim=4, inputs=[x], outputs=[y])
    wp.launch(energy, dim=4, inputs=[y], outputs=[loss])
    return loss


def gradient(x):
    tape = wp.Tape()
    with tape:
        loss = forward(x)
    tape.backward(loss)
    return {"x": x.grad.numpy()}
'''

ORACLE = '''"""sum (2 x)^2."""

import numpy as np


def objective(x):
    return float(np.sum((2.0 * x) ** 2))


def gradient(x):
    return {"x": 8.0 * x}
'''

METADATA = """
id = "{id}"
family = "kernel"
title = "A case of a test"
kind = "bug"
cause = "in-place"
docs = "Differentiability"

[story]
symptom = "a"
cause = "b"
fix = "c"
tell_apart = "d"

[[claim]]
program = "buggy"
warp = ">=1.0.0"
signature = "{signature}"
"""

#: The same program with a gradient that is three times too large.
TRIPLE = PROGRAM.replace('{"x": x.grad.numpy()}', '{"x": 3.0 * x.grad.numpy()}')


def write_case(
    root: Path,
    name: str = "sample",
    *,
    buggy: str = TRIPLE,
    fixed: str = PROGRAM,
    oracle: str = ORACLE,
    signature: str = "factor",
    **more: str,
) -> Path:
    """Write a case folder under ``root`` and return it; ``more`` are further programs by stem."""
    folder = root / "kernel" / name
    folder.mkdir(parents=True)
    for stem, text in {"buggy": buggy, "fixed": fixed, "oracle": oracle, **more}.items():
        (folder / f"{stem}.py").write_text(text)
    (folder / "case.toml").write_text(METADATA.format(id=name, signature=signature))
    return folder


@pytest.fixture
def corpus_root(tmp_path: Path) -> Path:
    """An empty corpus folder."""
    root = tmp_path / "corpus"
    root.mkdir()
    return root


@pytest.fixture(scope="session")
def own_environment() -> Environment:
    """The interpreter that runs the tests, with the Warp that it has."""
    return ensure(resolve([sys.executable])[0])


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep kernels that tests compile out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPECHECK_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
