"""Set up .venv if need be and run the tests.

python scripts/test.py [arguments of pytest]
"""

from __future__ import annotations

import os
import sys

from venv_setup import ROOT, ready_python, run

if __name__ == "__main__":
    ready_python("dev")
    os.chdir(ROOT)
    sys.exit(run("-m", "pytest", *sys.argv[1:]))
