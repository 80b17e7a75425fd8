"""The steps of the fixer, in the order in which each can rely on those before it."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot.errors import SqlglotError

from answerable.hybrid.fixer.draft_query import DraftQuery
from answerable.hybrid.fixer.fixing_source import FixingSource
from answerable.hybrid.fixer.join_tables import complete_joins, correct_keys
from answerable.hybrid.fixer.leave_out_rows import leave_out_rows
from answerable.hybrid.fixer.mend_functions import mend_functions
from answerable.hybrid.fixer.mend_shape import mend_shape
from answerable.hybrid.fixer.read_hidden_types import read_hidden_types
from answerable.hybrid.fixer.read_reply import parse_reply, written
from answerable.hybrid.fixer.rebind_columns import rebind_columns
from answerable.hybrid.fixer.resolve_tables import resolve_tables
from answerable.hybrid.fixer.scale_amounts import scale_amounts
from answerable.hybrid.fixer.spell_literals import spell_literals
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["STEPS", "FixedSql", "fix_sql"]

STEPS: tuple[Callable[[DraftQuery], None], ...] = (
    resolve_tables,
    correct_keys,
    rebind_columns,
    complete_joins,
    mend_functions,
    spell_literals,
    read_hidden_types,
    scale_amounts,
    leave_out_rows,
    mend_shape,
)


@dataclass(frozen=True, slots=True)
class FixedSql:
    sql: str
    changes: tuple[CodedMessage, ...] = ()
    """Told as assumptions."""


def fix_sql(sql: str, source: FixingSource, question: str = "") -> FixedSql:
    """What cannot be read, or is no query, comes back as it is: the guard says what is wrong with it."""
    dialect = source.schema.dialect
    try:
        read = parse_reply(sql, dialect)
        if read is None:
            return FixedSql(sql)
        tree, spoken = read
        draft = DraftQuery(tree, source, question)
        if spoken != dialect:
            draft.note(msg("fixed.dialect", written_for=spoken, here=dialect))
        for step in STEPS:
            if step is leave_out_rows:
                draft.original = draft.tree.copy()
            step(draft)
        if not draft.is_changed:
            return FixedSql(sql)
        return FixedSql(written(draft.tree, dialect), tuple(draft.changes))
    except (SqlglotError, RecursionError):
        return FixedSql(sql)
