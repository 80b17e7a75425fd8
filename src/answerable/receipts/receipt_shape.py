"""Whether a parsed file has the fields of a receipt, each of its kind. Whoever signs may sign anything."""

from __future__ import annotations

from typing import Any

from answerable.kernel.messages import CodedMessage, msg
from answerable.receipts.receipt import NAMES, OPTIONAL, SCHEMA

__all__ = ["problem"]

_TEXT, _COUNT, _NUMBER = (str,), (int,), (int, float)
_SCALAR = (str, int, float, bool, type(None))

_FIELDS: dict[str, Any] = {
    **dict.fromkeys(NAMES, _TEXT),
    "source": {"name": _TEXT, "kind": _TEXT, "dialect": _TEXT, "spec": [_TEXT]},
    "parameters": [_SCALAR],
    "tables": {str: _TEXT},
    "knowledge": [{"kind": _TEXT, "name": _TEXT, "version": _TEXT}],
    "policy": {"fingerprint": _TEXT, "role": _TEXT, "decisions": [{"decision": _TEXT, "rule": _TEXT}]},
    "limits": {"rows": _COUNT, "seconds": _NUMBER, "memory_mb": _COUNT},
    "confirm": {"by": _TEXT, "hash": _TEXT},
    "result": {
        "row_count": _COUNT,
        "is_truncated": (bool,),
        "is_ordered": (bool,),
        "columns": [{"name": _TEXT, "type": _TEXT, "is_masked": (bool,)}],
        "hash": _TEXT,
        "fingerprint": _TEXT,
        "row_hashes": [_TEXT],
        "summaries": [{str: _SCALAR}],
    },
    "answer": {
        "text": _TEXT,
        "figures": [{"text": _TEXT, "row": _COUNT, "column": _TEXT, "value": _SCALAR, "label": _SCALAR}],
    },
    "confidence": (*_NUMBER, type(None)),
    "origin": {
        "is_edited": (bool,),
        "builds_on_edit": (bool,),
        "shown_hash": _TEXT,
        "ran_hash": _TEXT,
        "reading": None,
        "read_at": _TEXT,
        "is_from_cache": (bool,),
    },
    "model_use": {
        **dict.fromkeys(("model", "failure"), _TEXT),
        **dict.fromkeys(("is_remote", "is_blind"), (bool,)),
        **dict.fromkeys(("calls", "prompt_tokens", "reply_tokens", "tables", "columns", "values", "rows"), _COUNT),
        **dict.fromkeys(("seconds", "cost"), _NUMBER),
        "prompts": [_TEXT],
        "looked_at": [_TEXT],
    },
    "versions": {str: _TEXT},
    "chain": {"log": _TEXT, "sequence_number": _COUNT, "entry_hash": _TEXT},
}
"""A tuple lists the types a value may have, a list is a list of such values, a map has exactly these keys, or under
`str` any; None stands for the reading that was picked, where one was."""
_READING = {"request_id": _TEXT, "number": _COUNT, "text": _TEXT}


def problem(body: object) -> CodedMessage | None:
    """What is wrong with it; None where nothing is."""
    if not isinstance(body, dict) or body.get("schema") != SCHEMA:
        return msg("receipt_shape.no_schema", schema=SCHEMA)
    fields = {name: kind for name, kind in _FIELDS.items() if name in body or name not in OPTIONAL}
    return _problem(body, fields, "")


def _problem(value: Any, wanted: Any, place: str) -> CodedMessage | None:
    if wanted is None:
        return None if value is None else _problem(value, _READING, place)
    if isinstance(wanted, tuple):
        return None if type(value) in wanted else msg("receipt_shape.wrong_type", field=place)
    if isinstance(wanted, list):
        if not isinstance(value, list):
            return msg("receipt_shape.no_list", field=place)
        return _first(_problem(item, wanted[0], place) for item in value)
    return _map_problem(value, wanted, place)


def _map_problem(value: Any, wanted: dict[Any, Any], place: str) -> CodedMessage | None:
    if not isinstance(value, dict):
        return msg("receipt_shape.no_object", field=place)
    if str in wanted:
        return _first(_problem(item, wanted[str], place) for item in value.values())
    if value.keys() != wanted.keys():
        odd = sorted(value.keys() ^ wanted.keys())[0]
        return msg("receipt_shape.odd_field", field=f"{place}.{odd}".strip(".")[:80])
    return _first(_problem(value[name], kind, f"{place}.{name}".strip(".")) for name, kind in wanted.items())


def _first(problems: Any) -> CodedMessage | None:
    return next((found for found in problems if found), None)
