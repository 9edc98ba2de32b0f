"""tapecheck: a corpus and benchmark of gradient bugs in NVIDIA Warp, and of the tools that look for them.

Importing the package is cheap and starts nothing: it is also imported inside Warp environments that
hold nothing but NumPy and Warp (see ``tapecheck.probe``).
"""

__version__ = "0.1.0"
