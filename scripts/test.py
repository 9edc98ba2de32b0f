"""Set up .venv if need be and run the tests.

python scripts/test.py [arguments of pytest]
"""

from __future__ import annotations

import sys

from venv_setup import ready_python, run

if __name__ == "__main__":
    ready_python("dev")
    sys.exit(run("-m", "pytest", *sys.argv[1:]))
