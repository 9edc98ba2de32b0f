"""``python -m tapecheck.trace script.py``."""

import sys

from tapecheck.trace.run import main

sys.exit(main())
