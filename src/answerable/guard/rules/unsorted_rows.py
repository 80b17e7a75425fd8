from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from answerable.guard.flow.order import orders_by_masked, unsorted_picks
from answerable.guard.resolve.views.view_query import views_behind
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_BEFORE_KEYS = (TokenType.ORDER_BY, TokenType.GROUP_BY, TokenType.COMMA, TokenType.L_PAREN)


class UnsortedRows(TreeRule):
    """While a query reads a table with restricted columns, nothing in it goes by the order rows happen to come in.

    Lists are sorted by what they list, `row_number`, `lag` and their kin by the primary key at the end, and no column
    stands beside an aggregate without being grouped by, nor in a sub-query or a window there: else an index over a
    restricted column, or one that ends with it, would put its order into the result. Where the table has such an index,
    or such a primary key, LIMIT and OFFSET too need an ORDER BY that leaves no two rows equal, also in the definition
    of a view; so they do over joins and groups of a table with required filters, because engines plan those by the
    number of rows. No ORDER BY counts as such in a query that cannot be followed. Sums hold no numbers so far apart
    that the order in which they are added shows. A key is not written as a number with a sign or a collation. Samples
    are refused: which rows one takes goes by where they are stored, and so by hidden rows and values.
    """

    code = "unsorted_rows"
    layer = Layer.SCHEMA
    title = "Outcome by the order of rows, on a table with restricted columns"
    why = "Rows read by an index come in the order of its values, which nobody may see."
    bad = "SELECT array_agg(id) FROM customers"
    fix = msg("guard.sort_inside_list")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if _has_signed_key(statement) and statement.reads_restricted_tables:
            yield self.finding(msg("guard.signed_order_number"))
        if (
            statement.allow_list.dialect != "sqlite"
            and _has_collated_number(statement)
            and statement.reads_restricted_tables
        ):
            yield self.finding(msg("guard.collated_order_number"))
        if exp.TableSample in statement.kinds and statement.reads_restricted_tables:
            yield self.finding(msg("guard.sample_of_restricted"))
        if statement.reads_restricted_tables and _may_be_sorted(statement):
            for what in dict.fromkeys(unsorted_picks(statement)):
                yield self.finding(msg("guard.restricted_order", what=what))
        if statement.policy.hides_in_tables:
            yield from self._in_views(statement)

    def _in_views(self, statement: Statement) -> Iterator[Finding]:
        for view, inner in views_behind(statement):
            if statement.permissions.is_released_view(view) or not inner.reads_restricted_tables:
                continue
            what = next(unsorted_picks(inner, is_result=False), "") if _may_be_sorted(inner) else ""
            if what:
                yield self.finding(
                    msg("guard.restricted_view_rows", view=quote_name(view.qualified_name), what=what),
                    hint=msg("guard.ask_tables_or_name_view_columns"),
                )


def _has_signed_key(statement: Statement) -> bool:
    """Whether `+2` may stand as a key. The parser drops the sign, with which the number may mean no column."""
    tokens = [token.token_type for token in statement.tokens]
    if TokenType.PLUS not in tokens or exp.Order not in statement.kinds:
        return False
    return any(before in _BEFORE_KEYS and sign is TokenType.PLUS for before, sign in pairwise(tokens))


def _has_collated_number(statement: Statement) -> bool:
    """Whether `2 COLLATE …` may stand as a key. SQLite sorts by the second column then, MariaDB by a constant."""
    collated = (node.this.unnest() for node in statement.every(exp.Collate))
    return statement.allow_list.dialect != "sqlite" and any(
        isinstance(node, exp.Literal) and not node.is_string for node in collated
    )


def _may_be_sorted(statement: Statement) -> bool:
    """Whether hidden values may decide the order of rows; a schema of names alone does not tell of indexes."""
    following = statement.following
    if statement.may_come_in_hidden_order or (following is not None and orders_by_masked(following)):
        return True
    return any(table.known is None or not table.known.facts for table in statement.reading.tables)
