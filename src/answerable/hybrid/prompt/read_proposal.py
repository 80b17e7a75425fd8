"""What a model proposed, read from its reply. Nothing in it is believed: its SQL is judged like anybody's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from answerable.hybrid.fixer import statement_in
from answerable.hybrid.prompt.wire_names import WireNames
from answerable.kernel.errors import one_line
from answerable.kernel.light_dataclass import dataclass
from answerable.providers import ModelReply

__all__ = ["OUTPUT_SCHEMA", "Proposal", "read_proposal"]

_TEXTS = {"type": "array", "items": {"type": "string"}}
_NOTHING = frozenset({"null", "none", "n/a"})
OUTPUT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "reasoning": {"type": "string", "description": "At most three sentences: tables, joins, filters."},
        "sql": {"type": "string", "description": "One SELECT statement; empty where the data has no answer."},
        "tables": _TEXTS,
        "assumptions": _TEXTS,
        "left_out": _TEXTS,
        "clarification": {"type": "string", "description": "What to ask back, or what the data lacks; else empty."},
    },
    "required": ["reasoning", "sql", "tables", "assumptions", "left_out", "clarification"],
    "additionalProperties": False,
}
"""Of plain types alone: not every provider's library takes a field that may be of two."""
_MOST_TEXTS, _LONGEST_TEXT = 4, 200


@dataclass(frozen=True, slots=True)
class Proposal:
    sql: str = ""
    """As the model wrote it; empty where it wrote none."""
    assumptions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    clarification: str = ""
    log_probability: float | None = None


def read_proposal(reply: ModelReply, names: WireNames, prefill: str = "") -> Proposal:
    """JSON where it is that, else the statement in the text."""
    text = reply.text.strip()
    given = _json(text)
    if given is None:
        return Proposal(names.restore(_completed(text, prefill)), log_probability=reply.log_probability)
    return Proposal(
        names.restore(statement_in(_told(given.get("sql")))),
        _texts(given.get("assumptions"), names),
        _texts(given.get("left_out"), names),
        _text(_told(given.get("clarification")), names),
        reply.log_probability,
    )


def _json(text: str) -> dict[str, Any] | None:
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start or text.lstrip("`jsonJSON \n")[:1] != "{":
        return None
    try:
        given = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) and "sql" in given else None


def _completed(text: str, prefill: str) -> str:
    """Some models go on where the turn was begun, others begin anew."""
    head = text.lstrip("`").removeprefix("sql").lstrip().casefold()
    if prefill and not head.startswith(("select", "with ")) and "```" not in text[:10]:
        begun = prefill.rpartition("\n")[2]
        text = f"{begun} {text.split('```')[0].split(';')[0]}"
    return statement_in(text)


def _told(given: object) -> str:
    """Empty also where a model writes out that there is nothing."""
    text = str(given or "").strip()
    return "" if text.casefold() in _NOTHING else text


def _texts(given: object, names: WireNames) -> tuple[str, ...]:
    listed = given if isinstance(given, list) else []
    return tuple(told for one in listed[:_MOST_TEXTS] if isinstance(one, str) and (told := _text(one, names)))


def _text(given: object, names: WireNames) -> str:
    return one_line(names.restore(str(given)))[:_LONGEST_TEXT]
