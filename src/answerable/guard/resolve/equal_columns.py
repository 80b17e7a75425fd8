"""By which columns the sources of a query are made equal: ON, WHERE, USING and NATURAL alike."""

from __future__ import annotations

from collections.abc import Iterator, Set

from sqlglot import exp

from answerable.guard.resolve.reads import NameScope, QueryReading, QuerySource
from answerable.guard.resolve.tied_sources import conditions, joins_of
from answerable.kernel.light_dataclass import dataclass

__all__ = ["Tie", "Ties", "adds_no_rows", "ties_of"]

_EQUALITIES = (exp.EQ, exp.NullSafeEQ)
_ONE_MATCH = frozenset({"ASOF", "POSITIONAL"})
_NO_ROWS = frozenset({"SEMI", "ANTI"})


@dataclass(frozen=True, slots=True)
class Tie:
    """`source.column = other.other_column`; `other` is None for a constant. Columns are keys."""

    source: QuerySource
    column: str
    other: QuerySource | None
    other_column: str = ""


@dataclass(frozen=True, slots=True)
class Ties:
    all: tuple[Tie, ...]

    def fixed_columns(self, source: QuerySource, reached: Set[int]) -> frozenset[str]:
        """Columns of the source that are fixed once the sources `reached` (by id) are: equal to theirs, or constant."""
        mine = (tie for tie in self.all if tie.source is source)
        return frozenset(tie.column for tie in mine if tie.other is None or id(tie.other) in reached)

    def tie_to(self, source: QuerySource, reached: Set[int]) -> Tie | None:
        """The first tie of the source to one of those reached."""
        mine = (tie for tie in self.all if tie.source is source)
        return next((tie for tie in mine if tie.other is not None and id(tie.other) in reached), None)


def ties_of(scope: NameScope, reading: QueryReading) -> Ties:
    return Ties((*_from_conditions(scope, reading), *_from_names(scope, reading)))


def _from_conditions(scope: NameScope, reading: QueryReading) -> Iterator[Tie]:
    for condition in conditions(scope):
        if isinstance(condition, _EQUALITIES):
            yield from _tie(condition.this, condition.expression, reading)
            yield from _tie(condition.expression, condition.this, reading)


def _tie(left: exp.Expr, right: exp.Expr, reading: QueryReading) -> Iterator[Tie]:
    source = reading.origin.get(id(left)) if isinstance(left, exp.Column) else None
    if source is None:
        return
    if isinstance(right, exp.Column):
        other = reading.origin.get(id(right))
        if other is not None and other is not source:
            yield Tie(source, reading.column_key(left), other, reading.column_key(right))
        elif id(right) in reading.strings:
            yield Tie(source, reading.column_key(left), None)
    elif right.find(exp.Column, exp.Query) is None:
        yield Tie(source, reading.column_key(left), None)


def _from_names(scope: NameScope, reading: QueryReading) -> Iterator[Tie]:
    """USING names the columns, NATURAL takes those both sides have."""
    for join in joins_of(scope.select) if scope.select is not None else ():
        place = next((at for at, source in enumerate(scope.sources) if source.node is join.this), 0)
        mine, before = scope.sources[place], scope.sources[:place]
        for name in _shared(join, mine, reading):
            for other in before:
                if name in other.columns:
                    yield Tie(mine, name, other, name)
                    yield Tie(other, name, mine, name)


def _shared(join: exp.Join, mine: QuerySource, reading: QueryReading) -> frozenset[str]:
    if (join.args.get("method") or "").upper() == "NATURAL":
        return mine.columns
    return frozenset(map(reading.column_key, join.args.get("using") or ()))


def adds_no_rows(source: QuerySource, scope: NameScope) -> bool:
    """True for what is joined only to test, or at most one row of which is taken."""
    for join in joins_of(scope.select) if scope.select is not None else ():
        if join.this is source.node:
            kind, method = (join.args.get("kind") or "").upper(), (join.args.get("method") or "").upper()
            return kind in _NO_ROWS or method in _ONE_MATCH
    return False
