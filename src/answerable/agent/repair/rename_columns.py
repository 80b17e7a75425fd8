from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from answerable.agent.repair.base import Failure, Fix
from answerable.kernel.knowledge import AgentLearning, Category, UseColumn, UseTable
from answerable.kernel.messages import msg
from answerable.naming.nearest import similarity
from answerable.sql.facts import tables_in
from answerable.sql.parse import parse_to_edit
from answerable.sql.scope import owner

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.kernel.knowledge import Effect
    from answerable.kernel.schema import DatabaseSchema

ALIKE = 82.0
"""Of 100: how much a name must resemble the one that is not there."""
CLEARLY = 6.0
"""How much better than every other."""


def rename_columns(failure: Failure) -> Iterator[Fix]:
    """Names that the schema does not have are taken for the ones that clearly resemble them."""
    from sqlglot.errors import SqlglotError

    schema = failure.view.showable
    try:
        tree = parse_to_edit(failure.sql, schema.dialect)
    except SqlglotError:
        return
    effects = [*_tables(tree, schema), *_columns(tree, schema)]
    if not effects or None in effects:
        return
    sql = tree.sql(dialect=schema.dialect)
    swaps = ", ".join(f"'{one.wrong}' is '{one.right}'" for one in effects if one)
    pairs = tuple(msg("repair.renamed", wrong=one.wrong, right=one.right) for one in effects if one)
    yield Fix(sql, msg("repair.names", names=pairs), True, learning=_learning(failure, effects, sql, swaps))


def _tables(tree: exp.Expr, schema: DatabaseSchema) -> Iterator[UseTable | None]:
    from sqlglot import exp

    own = {query.alias for query in tree.find_all(exp.CTE)}
    for table in list(tree.find_all(exp.Table)):
        if table.name in own or schema.table(".".join(part.name for part in table.parts)):
            continue
        right = _nearest(table.name, [one.name for one in schema.tables])
        if right is None:
            yield None
        else:
            if not table.alias:
                table.set("alias", exp.TableAlias(this=exp.to_identifier(table.name)))
            yield UseTable(table.name, right)
            table.set("this", _identifier(right))


def _columns(tree: exp.Expr, schema: DatabaseSchema) -> Iterator[UseColumn | None]:
    from sqlglot import exp

    tables = [table for name in tables_in(tree, schema) if (table := schema.table(name))]
    aliases = {one.alias for one in tree.find_all(exp.Alias)} | {one.alias for one in tree.find_all(exp.CTE)}
    for column in list(tree.find_all(exp.Column)):
        if owner(column, schema) or column.name in aliases or isinstance(column.this, exp.Star):
            continue
        places = {one.name: table.qualified for table in tables for one in table.columns}
        right = _nearest(column.name, places)
        if right is None:
            yield None
        else:
            yield UseColumn(f"{places[right]}.{column.name}", f"{places[right]}.{right}")
            column.set("this", _identifier(right))


def _nearest(name: str, names: Iterable[str]) -> str | None:
    """The one name that resembles it; None where none or several do."""
    scored = sorted(((similarity(_plain(name), _plain(one)), one) for one in names), reverse=True)
    if not scored or scored[0][0] < ALIKE or (len(scored) > 1 and scored[0][0] - scored[1][0] < CLEARLY):
        return None
    return scored[0][1]


def _plain(name: str) -> str:
    return name.casefold().replace("_", "").replace(" ", "")


def _identifier(name: str) -> exp.Identifier:
    from sqlglot import exp

    return exp.to_identifier(name, quoted=not (name.isidentifier() and name.islower()))


def _learning(failure: Failure, effects: list[UseTable | UseColumn | None], sql: str, swaps: str) -> AgentLearning:
    found: list[Effect] = [one for one in effects if one is not None]
    return AgentLearning(
        description=f"Names that do not exist: {swaps}.",
        category=Category.NAMING,
        applies_to_tables=tuple(dict.fromkeys(one.right.rpartition(".")[0] or one.right for one in effects if one)),
        original_error=failure.message,
        original_sql=failure.sql,
        corrected_sql=sql,
        effect=found[0] if len(found) == 1 else None,
    )
