"""Names of files that people save: the question they answer, and the day."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.conversations.models import QueryResult

__all__ = ["export_name"]

_LONGEST = 60
_OWN_SQL = "sql-edited-by-a-person"
"""The question says nothing about SQL that a person wrote."""


def export_name(result: QueryResult, ending: str) -> str:
    """Letters and digits of any script, words joined by dashes."""
    said = _OWN_SQL if result.is_edited else result.query.request.question
    words = re.sub(r"[\W_]+", "-", said.casefold()).strip("-")[:_LONGEST].strip("-")
    return f"{words or 'result'}-{result.executed_at:%Y-%m-%d}.{ending}"
