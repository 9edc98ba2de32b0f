"""The errors that the command line turns into one clear line and an exit status."""

from __future__ import annotations


class TapecheckError(Exception):
    """An error with a text for the user: what is wrong, where, and what to do."""

    status = 2


class InputError(TapecheckError):
    """An argument or a file that the user gave cannot be used. Exit status 2."""


class SetupError(TapecheckError):
    """An environment could not be set up. Exit status 3."""

    status = 3
