"""The semantic model of a source: frozen values, each with its probability and the clues it was inferred from.

Tables are named by `Table.qualified`, columns by their own names. `provenance` is "inferred" or "declared"; curated
knowledge puts its own values in an inference's place, marked "curated".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cached_property
from typing import TypeVar

from answerable.kernel.light_dataclass import dataclass

__all__ = [
    "BusinessDimension",
    "BusinessEvent",
    "BusinessMeasure",
    "Clue",
    "CodeDecoding",
    "DateRole",
    "DerivedMeasure",
    "Entity",
    "FlagColumn",
    "HiddenType",
    "Hierarchy",
    "Participant",
    "Relationship",
    "RowCondition",
    "SemanticModel",
    "StatusColumn",
    "Unknown",
    "UsualExclusion",
]


@dataclass(frozen=True, slots=True)
class Clue:
    """One piece of evidence: a code from docs/semantics.md, and what it was seen in."""

    code: str
    parameters: tuple[tuple[str, str | int | float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inference:
    probability: float = 1.0
    clues: tuple[Clue, ...] = ()
    provenance: str = "inferred"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenType(_Inference):
    """What a text or integer column holds in truth."""

    table: str
    column: str
    kind: str
    """date, timestamp, month, time, number, money or percent."""
    format: str
    """How it is written, e.g. `dd.mm.yyyy`, `epoch_s`, `1,234.56`, `1.234,56`."""
    currency: str = ""
    unreadable: int = 0
    """Of the values seen, how many are not written so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship(_Inference):
    """Many rows of `table` (or one) belong to one row of `target`."""

    table: str
    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]
    role: str
    """What the row pointed to is to this one: "buyer", "home team"; the target's noun where nothing else is said."""
    is_unique: bool = False
    """True where no two rows of `table` point to the same one."""
    is_optional: bool = False
    condition: tuple[tuple[str, str], ...] = ()
    """Columns of the target with the value that its rows must have, e.g. the domain in a table of all codes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity(_Inference):
    """What one row of a table is."""

    table: str
    noun: str
    plural: str
    native: str
    """The table's own word, where that is not English or was shortened."""
    key: tuple[str, ...]
    display: tuple[str, ...]
    """Columns that show a row to a person, in order: given name, family name."""
    is_person: bool = False
    is_bridge: bool = False
    """Only ties two other tables together."""
    is_code_table: bool = False
    is_technical: bool = False
    """About the database and not about what it is for: logs, migrations."""
    is_view: bool = False
    view_of: tuple[str, ...] = ()
    """Tables whose rows a view shows; such a view is never counted in their place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DateRole(_Inference):
    """What a date of a row tells."""

    table: str
    column: str
    role: str
    """A role of `word_data/date_words.toml`: ordered, paid, due, …"""
    label: str
    verbs: tuple[str, ...]
    is_main: bool = False
    null_means_open: bool = False
    """Rows without it have not ended, or are not paid or delivered yet."""
    is_first_of_month: bool = False
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant(_Inference):
    """Who or what takes part in an event, through which relationship."""

    role: str
    table: str
    columns: tuple[str, ...]
    is_person: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessEvent(_Inference):
    """A table whose rows happen at a time."""

    table: str
    noun: str
    main_date: str | None
    """Column; None where the date stands in `date_from`."""
    date_from: str | None = None
    """Table with the date, for lines of an order and the like."""
    participants: tuple[Participant, ...] = ()
    verbs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessMeasure(_Inference):
    """A column to count with."""

    table: str
    column: str
    kind: str
    """amount, price, balance, quantity, duration, rate, score, size, age or number."""
    label: str
    unit: str = ""
    scale: float = 1.0
    """What its numbers are multiplied by to be in that unit: 0.01 for cents."""
    aggregations: tuple[str, ...] = ()
    """Best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedMeasure(_Inference):
    """A measure that several columns give together; `derived_expressions.py` writes it."""

    table: str
    kind: str
    """line_total, gross, span, stay_total, labour_total or age."""
    label: str
    parts: tuple[tuple[str, str], ...]
    """Part → column, e.g. quantity, price, discount."""
    unit: str = ""
    scale: float = 1.0
    aggregations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagColumn(_Inference):
    table: str
    column: str
    label: str
    """What is so where it says yes: "closed", "newsletter"."""
    yes: tuple[str | int, ...]
    no: tuple[str | int, ...]
    sense: str = ""
    """active, ended, deleted, test or cancelled, where yes means that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusColumn(_Inference):
    table: str
    column: str
    label: str
    spellings: tuple[tuple[str, tuple[str, ...]], ...]
    """Label of each value → the ways it is written."""
    states: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """open, completed, cancelled, … → the values, as written, that mean it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeDecoding(_Inference):
    """What the codes in a column mean, by their code table."""

    table: str
    column: str
    target: str
    key_column: str
    label_column: str
    meanings: tuple[tuple[str, str], ...]
    condition: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BusinessDimension(_Inference):
    """A column to group and filter by."""

    table: str
    column: str
    kind: str
    """category, place, weekday, year, number, name or code."""
    label: str
    place_level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hierarchy(_Inference):
    """From fine to coarse; each level is (table, column)."""

    kind: str
    """place, category or self."""
    levels: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RowCondition:
    """`column operator values`: in, is_null, is_not_null or starts_with."""

    column: str
    operator: str
    values: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualExclusion(_Inference):
    """Rows that people seldom mean: those for which `condition` holds."""

    table: str
    kind: str
    """deleted, test, cancelled, no_show, failed, refunded, promised or not_won."""
    condition: RowCondition
    applies_to: str = "all"
    """all; money: where amounts are added up or a verb says what was done; income: where money is added up; sales:
    where a question speaks of what was sold or earned."""
    share: float = 0.0
    """Of the rows seen."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """What could not be told, and why, by a code of docs/semantics.md."""

    table: str
    column: str
    code: str


_Item = TypeVar("_Item", bound="_Inference")


@dataclass(frozen=True)
class SemanticModel:
    dialect: str
    fingerprint: str
    """Of the schema it was inferred from."""
    entities: tuple[Entity, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    events: tuple[BusinessEvent, ...] = ()
    dates: tuple[DateRole, ...] = ()
    measures: tuple[BusinessMeasure, ...] = ()
    derived: tuple[DerivedMeasure, ...] = ()
    flags: tuple[FlagColumn, ...] = ()
    statuses: tuple[StatusColumn, ...] = ()
    dimensions: tuple[BusinessDimension, ...] = ()
    decodings: tuple[CodeDecoding, ...] = ()
    hierarchies: tuple[Hierarchy, ...] = ()
    exclusions: tuple[UsualExclusion, ...] = ()
    hidden_types: tuple[HiddenType, ...] = ()
    unknown: tuple[Unknown, ...] = field(default=())

    @cached_property
    def _entities(self) -> dict[str, Entity]:
        return {entity.table: entity for entity in self.entities}

    @cached_property
    def _hidden(self) -> dict[tuple[str, str], HiddenType]:
        return {(hidden.table, hidden.column): hidden for hidden in self.hidden_types}

    @cached_property
    def _main_dates(self) -> dict[str, DateRole]:
        return {date.table: date for date in self.dates if date.is_main}

    def entity(self, table: str) -> Entity | None:
        return self._entities.get(table)

    def hidden_type(self, table: str, column: str) -> HiddenType | None:
        return self._hidden.get((table, column))

    def main_date(self, table: str) -> DateRole | None:
        return self._main_dates.get(table)

    def relationships_of(self, table: str) -> tuple[Relationship, ...]:
        return tuple(one for one in self.relationships if one.table == table)

    def measures_of(self, table: str) -> tuple[BusinessMeasure, ...]:
        return _of_table(self.measures, table)

    def derived_of(self, table: str) -> tuple[DerivedMeasure, ...]:
        return _of_table(self.derived, table)

    def flags_of(self, table: str) -> tuple[FlagColumn, ...]:
        return _of_table(self.flags, table)

    def exclusions_of(self, table: str) -> tuple[UsualExclusion, ...]:
        return _of_table(self.exclusions, table)


def _of_table(items: Iterable[_Item], table: str) -> tuple[_Item, ...]:
    return tuple(item for item in items if getattr(item, "table", None) == table)
