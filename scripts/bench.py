"""Set up .venv if need be, run the corpus under every tool on the newest Warp release, print the tables.

python scripts/bench.py [arguments of `tapecheck bench`]
"""

from __future__ import annotations

import sys

from venv_setup import ready_python, run

if __name__ == "__main__":
    ready_python()
    sys.exit(run("-m", "tapecheck", "bench", *sys.argv[1:]))
