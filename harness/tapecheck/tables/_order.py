"""The order of releases in a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from packaging.version import InvalidVersion, Version


def by_release(labels: Iterable[str]) -> list[str]:
    """Return each label once, releases ascending, then the users' own builds (``<version>@<hash>``)."""
    return sorted(set(labels), key=_key)


def newest(labels: Collection[str]) -> str:
    """Return the newest release; an own build only where there is nothing else.

    Raises:
        ValueError: there are no labels.
    """
    ordered = by_release(labels)
    if not ordered:
        raise ValueError("no releases to choose from")
    return next((label for label in reversed(ordered) if not _key(label)[0]), ordered[-1])


def _key(label: str) -> tuple[bool, Version, str]:
    """(own build, version, label)."""
    try:
        return False, Version(label), label
    except InvalidVersion:
        pass
    try:
        return True, Version(label.split("@")[0]), label
    except InvalidVersion:
        return True, Version("0"), label
