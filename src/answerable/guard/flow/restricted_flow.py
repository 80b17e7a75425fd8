"""How the masked and aggregate-only columns of a statement flow, worked out only where it reads some."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.guard.flow import Flow, Lost, OutputColumn, RestrictionMark, Value
from answerable.guard.parse.type_families import family_of
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.resolve.reads import TableRead
from answerable.guard.verdict import Masking
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

__all__ = ["Following", "follow", "follow_all"]


@dataclass(frozen=True, slots=True)
class Following:
    flow: Flow
    outputs: tuple[OutputColumn, ...] = ()
    lost: str = ""
    """What could not be followed; empty when all could."""

    @property
    def masking(self) -> Masking:
        masked = [(place, output.value) for place, output in enumerate(self.outputs) if output.value.of(Mode.MASKED)]
        copies = tuple(place for place, value in masked if value.is_copy)
        return Masking(tuple(place for place, _ in masked), tuple(output.name for output in self.outputs), copies)


def follow(statement: Statement) -> Following | None:
    """None where the statement reads no restricted column."""
    return follow_all(statement) if _reads_restricted(statement) else None


def follow_all(statement: Statement) -> Following:
    """The same whatever it reads."""
    flow = Flow(statement.allow_list, statement.catalog, lambda table, column: _mark(statement, table, column))
    try:
        outputs = flow.follow(statement.tree)
    except Lost as lost:
        return Following(flow, lost=str(lost))
    met = {mark.origin for mark in flow.names.touched}
    missed = sorted(origin for origin in _certainly_read(statement) if origin not in met)
    return Following(flow, outputs, f"'{missed[0]}' is read in a place that is not understood" if missed else "")


def _mark(statement: Statement, table: TableRead, column: str) -> Value:
    permissions = statement.permissions
    modes = permissions.modes(table, column) - {Mode.BLOCKED}
    if not modes:
        return Value()
    family = family_of(table.known.columns.get(column, "")) if table.known is not None else None
    marks = frozenset(RestrictionMark(_origin(table, column), mode, family or "") for mode in modes)
    return Value(marks, permissions.is_copy(table, column))


def _origin(table: TableRead, column: str) -> str:
    return f"{table.name}.{column}"


def _reads_restricted(statement: Statement) -> bool:
    policy, permissions = statement.policy, statement.permissions
    if not (policy.masked_columns or policy.aggregate_only_columns or policy.blocked_patterns):
        return False
    return any(permissions.modes(read.table, read.column) for read in statement.reading.columns) or any(
        permissions.hides_in_row(row) for row in statement.reading.rows
    )


def _certainly_read(statement: Statement) -> Iterator[str]:
    """The other walk's word on which restricted columns are read, to be held against this one's."""
    for read in statement.reading.columns:
        if read.certain and statement.permissions.modes(read.table, read.column) - {Mode.BLOCKED}:
            yield _origin(read.table, read.column)
