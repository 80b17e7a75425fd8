from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.agent.repair.base import Failure, Fix
from answerable.kernel.knowledge import AgentLearning, Category, UseValue
from answerable.kernel.messages import msg
from answerable.sql.parse import parse_to_edit
from answerable.sql.scope import owner

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.kernel.schema import DatabaseSchema
    from answerable.sql.column_ref import ColumnRef


def spell_values(failure: Failure) -> Iterator[Fix]:
    """Nothing matched, and a value that was looked for occurs in other letters: 'Active' where cells say 'active'."""

    schema = failure.view.schema
    tree = parse_to_edit(failure.sql, schema.dialect)
    swaps = list(_respelled(tree, schema))
    if swaps:
        sql = tree.sql(dialect=schema.dialect)
        spelled = tuple(msg("repair.spelling", column=one.column, right=one.right, wrong=one.wrong) for one in swaps)
        how = msg("repair.sentences", sentences=spelled)
        yield Fix(sql, how, learning=_learning(failure, swaps, str(how), sql))


def _respelled(tree: exp.Expr, schema: DatabaseSchema) -> Iterator[UseValue]:
    for column, value in list(_looked_for(tree)):
        ref = owner(column, schema)
        right = _as_in_cells(ref, value.name, schema) if ref else None
        if right is not None:
            yield UseValue(str(ref), value.name, right)
            value.set("this", right)


def _looked_for(tree: exp.Expr) -> Iterator[tuple[exp.Column, exp.Literal]]:
    from sqlglot import exp

    for node in tree.find_all(exp.EQ, exp.In):
        sides = list(node.iter_expressions())
        columns = [side for side in sides if isinstance(side, exp.Column)]
        if len(columns) == 1:
            yield from ((columns[0], side) for side in sides if isinstance(side, exp.Literal) and side.is_string)


def _as_in_cells(ref: ColumnRef, value: str, schema: DatabaseSchema) -> str | None:
    """The one value of the column that is the same but for case, accents and spaces."""
    table = schema.table(ref.table)
    column = table.column(ref.name) if table else None
    if column is None or value in column.common_values:
        return None
    same = [known for known in column.common_values if _bare(known) == _bare(value)]
    return same[0] if len(same) == 1 else None


def _bare(text: str) -> str:
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in split if letter.isalnum())


def _learning(failure: Failure, swaps: list[UseValue], how: str, sql: str) -> AgentLearning:
    return AgentLearning(
        description=how,
        category=Category.DATA_QUALITY,
        applies_to_tables=tuple(dict.fromkeys(one.column.rpartition(".")[0] for one in swaps)),
        original_error="No rows match.",
        original_sql=failure.sql,
        corrected_sql=sql,
        effect=swaps[0] if len(swaps) == 1 else None,
    )
