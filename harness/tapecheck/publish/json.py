"""JSON for programs: every table with what it is about."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tapecheck.tables import Table


def to_json(tables: Sequence[Table]) -> str:
    """Return a list of objects with the keys table, title, warp, device, notes and records."""
    return json.dumps([_one(table) for table in tables], indent=2, allow_nan=False) + "\n"


def _one(table: Table) -> dict[str, Any]:
    frame = table.frame.astype(object)
    return {
        "table": table.name,
        "title": table.title,
        "warp": list(table.warps),
        "device": table.device,
        "notes": list(table.notes),
        "records": frame.where(frame.notna(), None).to_dict("records"),
    }
