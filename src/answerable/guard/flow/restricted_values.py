"""The plain values of following: what a value is made of, and what is done with it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from sqlglot import exp

from answerable.guard.policy.restriction_modes import Mode
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = [
    "NOTHING",
    "OPEN",
    "USE_WORDS",
    "Lost",
    "OutputColumn",
    "RestrictionMark",
    "Use",
    "UsePlace",
    "Value",
    "combine_values",
    "merge_alternatives",
]


class Lost(Exception):
    """The walk met something it cannot follow; the message is what."""


@dataclass(frozen=True, slots=True)
class RestrictionMark:
    """A column that is watched."""

    origin: str
    """`table.column`"""
    mode: Mode | None = None
    family: str = ""
    """What kind of type it has, see `families`: engines convert one kind to compare it with another."""


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression carries of the marked columns."""

    marks: frozenset[RestrictionMark] = frozenset()
    is_copy: bool = True
    """True when it is a column's value as it stands; False when computed, written, or mixed with others."""
    weight: int = 1
    """How many values of marked columns may be strung together in it."""

    def of(self, mode: Mode) -> frozenset[str]:
        """The marked columns of this mode."""
        return frozenset(mark.origin for mark in self.marks if mark.mode is mode)

    def without_mode(self, mode: Mode) -> Value:
        return Value(frozenset(mark for mark in self.marks if mark.mode is not mode), self.is_copy, self.weight)


NOTHING = Value()
"""A column that nobody watches."""
OPEN = Value(is_copy=False)
"""Made of no marked column, but no column as it stands either: its size is the writer's choice."""


def combine_values(values: Iterable[Value]) -> Value:
    """Made of these by a function or an operator."""
    parts = [value for value in values if value.marks]
    marks = frozenset(mark for value in parts for mark in value.marks)
    return Value(marks, is_copy=False, weight=sum(value.weight for value in parts)) if marks else OPEN


def merge_alternatives(values: Iterable[Value]) -> Value:
    """One of these: a column of a UNION, or a name that may mean several things."""
    found = list(values)
    marks = frozenset(mark for value in found for mark in value.marks)
    if not marks:
        return NOTHING if all(value.is_copy for value in found) else OPEN
    is_copy = all(value.is_copy and value.marks for value in found)
    return Value(marks, is_copy, max(value.weight for value in found if value.marks))


@dataclass(frozen=True, slots=True)
class OutputColumn:
    name: str
    """Empty where the engine makes one up."""
    value: Value


class UsePlace(StrEnum):
    """What is done with a value."""

    SHOWN = "quote_name"
    COUNTED = "counted"
    AGGREGATED = "aggregated"
    NULL_TEST = "tested for NULL"
    COMPARED = "compared"
    CONDITION = "used as a condition"
    SORTED = "sorted by"
    GROUPED = "grouped by"
    DISTINCT = "made distinct"
    MATCHED = "matched by a set operation"
    COMPUTED = "computed with"


USE_WORDS = {
    UsePlace.SHOWN: msg("guard.use_shown"),
    UsePlace.COUNTED: msg("guard.use_counted"),
    UsePlace.AGGREGATED: msg("guard.use_aggregated"),
    UsePlace.NULL_TEST: msg("guard.use_null_test"),
    UsePlace.COMPARED: msg("guard.use_compared"),
    UsePlace.CONDITION: msg("guard.use_condition"),
    UsePlace.SORTED: msg("guard.use_sorted"),
    UsePlace.GROUPED: msg("guard.use_grouped"),
    UsePlace.DISTINCT: msg("guard.use_distinct"),
    UsePlace.MATCHED: msg("guard.use_matched"),
    UsePlace.COMPUTED: msg("guard.use_computed"),
}
"""As a message says it: "it is … here"."""


@dataclass(frozen=True, slots=True)
class Use:
    place: UsePlace
    value: Value
    node: exp.Expr
    other: Value = NOTHING
    """The other side, where two are compared or matched."""
    select: exp.Select | None = None
    """The SELECT in which it happens."""
