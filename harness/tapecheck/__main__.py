"""`python -m tapecheck` is the command `tapecheck`."""

from tapecheck.cli import main

if __name__ == "__main__":
    main()
