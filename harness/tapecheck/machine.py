"""Facts of the machine that a record was made on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from tapecheck.environments import Environment


def machine_facts(environment: Environment) -> dict[str, str | int]:
    """Return the facts that go with every record: processor, system, Python, NumPy and Warp."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "python": environment.python_version,
        "numpy": environment.numpy,
        "warp": environment.warp,
        "build": environment.build,
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"
