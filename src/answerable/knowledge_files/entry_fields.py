"""What each kind of entry is made of: one table for files, rows and values.

An entry is plain data under these names. `settle` brings it into the one form that files, history and rows share, so
that the same knowledge is the same bytes wherever it is written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from answerable.kernel.knowledge import Category
from answerable.kernel.light_dataclass import dataclass

__all__ = ["EFFECTS", "KINDS", "PROMOTIONS", "EntryField", "EntryKind", "EntryStatus", "Form", "settle"]

Fields = dict[str, Any]


class Form(StrEnum):
    TEXT = "text"
    CHOICE = "choice"
    LINES = "lines"
    """Several texts."""
    NOTES = "notes"
    """Name → text."""
    WORDS = "words"
    """Name → several texts."""
    RECORDS = "records"
    """Several records of texts."""
    RECORD = "record"
    """One record of texts, its kind under `kind`; none at all where it is empty."""
    SHARE = "share"
    """0 to 1."""
    COUNT = "count"
    FLAG = "flag"
    TIME = "time"


class EntryStatus(StrEnum):
    DRAFT = "draft"
    """Kept, and not used yet."""
    ACTIVE = "active"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class EntryField:
    name: str
    form: Form = Form.TEXT
    is_required: bool = False
    longest: int | None = None
    choices: tuple[str, ...] = ()
    default: Any = ""
    parts: tuple[str, ...] = ()
    """Of a record; the first must be there."""


@dataclass(frozen=True, slots=True)
class EntryKind:
    name: str
    """As receipts call it."""
    folder: str
    title: str
    """The field that says which one it is."""
    fields: tuple[EntryField, ...]
    is_alone: bool = False
    """A project has one of each title."""


EFFECTS: dict[str, tuple[str, ...]] = {
    "use_column": ("wrong", "right", "word"),
    "use_table": ("wrong", "right"),
    "use_value": ("column", "wrong", "right"),
    "join_by": ("condition",),
    "require_filter": ("condition",),
    "word_means": ("word", "name"),
}
"""What a learning changes → its parts."""
OPTIONAL_PARTS = frozenset({"word"})
"""Of `use_column`; every other part of an effect is there."""
PROMOTIONS = ("business_rule", "verified_query")


def _text(name: str, longest: int | None = None, *, is_required: bool = False) -> EntryField:
    return EntryField(name, Form.TEXT, is_required, longest)


def _lines(name: str) -> EntryField:
    return EntryField(name, Form.LINES, default=())


def _choice(name: str, choices: tuple[str, ...], default: str) -> EntryField:
    return EntryField(name, Form.CHOICE, choices=choices, default=default)


_STATUS = _choice("status", tuple(EntryStatus), EntryStatus.ACTIVE)

TABLE = EntryKind(
    "table_knowledge",
    "tables",
    "table_name",
    (
        _text("table_name", 255, is_required=True),
        _text("description", is_required=True),
        _lines("synonyms"),
        _lines("use_cases"),
        _lines("data_quality_notes"),
        _text("owner", 255),
        _text("refresh_frequency", 100),
        EntryField("related_tables", Form.RECORDS, default=(), parts=("table", "join_hint", "note")),
        EntryField("column_notes", Form.NOTES, default=()),
        EntryField("column_synonyms", Form.WORDS, default=()),
        _STATUS,
    ),
    is_alone=True,
)
METRIC = EntryKind(
    "metric",
    "metrics",
    "name",
    (
        _text("name", 255, is_required=True),
        _text("definition", is_required=True),
        _text("sql_template", is_required=True),
        _text("unit", 50),
        _text("date_column", 255),
        _lines("synonyms"),
        _text("owner", 255),
        _lines("caveats"),
        _lines("tags"),
        _STATUS,
    ),
    is_alone=True,
)
QUERY = EntryKind(
    "verified_query",
    "queries",
    "name",
    (
        _text("name", 255, is_required=True),
        _text("description", is_required=True),
        _lines("wordings"),
        _text("sql", is_required=True),
        _lines("tags"),
        _lines("tables_used"),
        _text("verified_by", 150),
        EntryField("verified_at", Form.TIME, default=None),
        _STATUS,
    ),
)
RULE = EntryKind(
    "business_rule",
    "business",
    "title",
    (
        _text("title", 255, is_required=True),
        _text("description", is_required=True),
        _lines("applies_to_tables"),
        _lines("applies_to_metrics"),
        _text("term", 255),
        _lines("synonyms"),
        _text("condition"),
        _text("required_filter"),
        _lines("tags"),
        _STATUS,
    ),
)
LEARNING = EntryKind(
    "learning",
    "learnings",
    "description",
    (
        _text("description", is_required=True),
        _choice("category", tuple(Category), Category.OTHER),
        _lines("applies_to_tables"),
        EntryField("effect", Form.RECORD, default=None),
        _text("original_error"),
        _text("original_sql"),
        _text("corrected_sql"),
        EntryField("confidence_score", Form.SHARE, default=0.5),
        EntryField("times_applied", Form.COUNT, default=0),
        EntryField("is_active", Form.FLAG, default=True),
        _choice("promoted_to", ("", *PROMOTIONS), ""),
        _text("discovered_in_conversation", 255),
        _text("discovered_by_user", 150),
    ),
)
KINDS: tuple[EntryKind, ...] = (TABLE, METRIC, QUERY, RULE, LEARNING)


def settle(kind: EntryKind, given: Mapping[str, Any]) -> Fields:
    """Every field of the kind in its one form: texts without space around them, names in the order of the alphabet,
    times in UTC. What is of another shape raises TypeError or ValueError: whoever takes words from people looks
    first."""
    return {one.name: _settled(one, given.get(one.name)) for one in kind.fields}


def _settled(one: EntryField, value: Any) -> Any:
    if value is None or value == "":
        return _empty(one)
    match one.form:
        case Form.TEXT:
            return settled_text(value)
        case Form.LINES:
            return [settled_text(item) for item in value]
        case Form.NOTES:
            return {settled_text(name): settled_text(value[name]) for name in sorted(value)}
        case Form.WORDS:
            return {settled_text(name): [settled_text(item) for item in value[name]] for name in sorted(value)}
        case Form.RECORDS:
            return [{part: settled_text(item.get(part) or "") for part in one.parts} for item in value]
        case Form.RECORD:
            parts = EFFECTS[value["kind"]]
            return {"kind": value["kind"], **{part: settled_text(value.get(part) or "") for part in parts}}
        case Form.SHARE:
            return float(value)
        case Form.TIME:
            return _settled_time(value)
    return str(value) if one.form is Form.CHOICE else value


def _empty(one: EntryField) -> Any:
    if one.form in (Form.LINES, Form.RECORDS):
        return []
    if one.form in (Form.NOTES, Form.WORDS):
        return {}
    return str(one.default) if one.form in (Form.TEXT, Form.CHOICE) else one.default


def settled_text(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _settled_time(value: str | datetime) -> str:
    time = datetime.fromisoformat(value) if isinstance(value, str) else value
    return (time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)).isoformat()
