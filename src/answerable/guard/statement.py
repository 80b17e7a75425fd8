"""One statement as the rules see it: its text, its tokens, its tree, and what it reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from sqlglot import exp
from sqlglot.tokenizer_core import Token

from answerable.guard.flow.restricted_flow import follow
from answerable.guard.parse.bounded_parser import DoesNotParse, tokenize
from answerable.guard.policy.controls import subtraction_of
from answerable.guard.policy.permissions import Permissions
from answerable.guard.policy.policy import Policy
from answerable.guard.resolve.query_walk import read
from answerable.guard.resolve.reads import table_of_schema
from answerable.guard.resolve.repeated_rows import Keys
from answerable.guard.resolve.row_estimates import RowEstimates
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.guard.flow.restricted_flow import Following
    from answerable.guard.parse.allow_lists import AllowList
    from answerable.guard.policy.controls import Subtraction
    from answerable.guard.resolve.catalog import Catalog
    from answerable.guard.resolve.reads import QueryReading

__all__ = ["SqlText", "Statement"]

Node = TypeVar("Node", bound=exp.Expr)

_OPERATORS = frozenset({"|/", "||/", "//", "#-", "-|-"})
"""Operators whose last character may be the first of a comment."""
_MOST_SPACES = 50


@dataclass(frozen=True)
class SqlText:
    """The text before parsing: all that the rules on characters, comments and size need."""

    sql: str
    allow_list: AllowList

    @cached_property
    def _spaced(self) -> tuple[str, list[Token]]:
        """The text and its tokens, an operator set apart from a comment it runs into, as in `a ||/* … */ b`.

        Engines see a comment there; the tokenizer would take `||/` for an operator."""
        sql = self.sql
        for _ in range(_MOST_SPACES):
            tokens = tokenize(sql, self.allow_list.dialect)
            at = next((token.end for token in tokens if _runs_into_comment(token, sql)), None)
            if at is None:
                return sql, tokens
            sql = f"{sql[:at]} {sql[at:]}"
        raise DoesNotParse("too many operators run into a comment")

    def gaps(self) -> Iterator[tuple[int, int, str]]:
        """What stands between the tokens, white space and comments: start, end, and the characters."""
        sql, tokens = self._spaced
        end = 0
        for token in tokens:
            if end < token.start:
                yield end, token.start, sql[end : token.start]
            end = token.end + 1
        if end < len(sql):
            yield end, len(sql), sql[end:]

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens with comments blanked out, because the parser does not know `GROUP /* … */ BY`."""
        sql, tokens = self._spaced
        commented = [(start, end) for start, end, gap in self.gaps() if gap.strip(" \t\r\n")]
        if not commented:
            return tokens
        plain, done = [], 0
        for start, end in commented:
            plain += [sql[done:start], " " * (end - start)]
            done = end
        return tokenize("".join([*plain, sql[done:]]), self.allow_list.dialect)


def _runs_into_comment(token: Token, sql: str) -> bool:
    return token.end > token.start and token.text in _OPERATORS and sql[token.end : token.end + 2] in ("/*", "--")


@dataclass(frozen=True)
class Statement:
    """A parsed statement with what it is judged against."""

    text: SqlText
    tree: exp.Expr
    catalog: Catalog
    policy: Policy

    @property
    def allow_list(self) -> AllowList:
        return self.text.allow_list

    @property
    def tokens(self) -> list[Token]:
        return self.text.tokens

    @cached_property
    def nodes(self) -> list[exp.Expr]:
        return list(self.tree.walk())

    @cached_property
    def _by_kind(self) -> dict[type[exp.Expr], list[exp.Expr]]:
        kinds: defaultdict[type[exp.Expr], list[exp.Expr]] = defaultdict(list)
        for node in self.nodes:
            kinds[type(node)].append(node)
        return kinds

    def every(self, kind: type[Node]) -> list[Node]:
        """All nodes of exactly this kind, in tree order."""
        return self._by_kind.get(kind, [])  # type: ignore[return-value]

    @cached_property
    def kinds(self) -> dict[type[exp.Expr], exp.Expr]:
        """Each kind of node in the tree, with its first example."""
        return {kind: found[0] for kind, found in self._by_kind.items()}

    @cached_property
    def permissions(self) -> Permissions:
        return Permissions(self.policy, self.allow_list, self.catalog)

    @cached_property
    def reading(self) -> QueryReading:
        return read(self.tree, self.allow_list, self.catalog)

    @cached_property
    def readable_tables(self) -> frozenset[str]:
        """Names of the tables of the schema that the policy lets be read."""
        reads = (table_of_schema(known) for known in self.catalog.all_tables())
        return frozenset(read.written for read in reads if self.permissions.may_read_table(read))

    @cached_property
    def hidden_columns(self) -> frozenset[str]:
        """Columns of the tables it reads that the policy blocks in one and lets be read in none."""
        open_, closed = set[str](), set[str]()
        for table in self.reading.tables:
            for column in table.known.columns if table.known is not None else ():
                (open_ if self.permissions.may_read_column(table, column) else closed).add(column)
        return frozenset(closed - open_)

    @cached_property
    def following(self) -> Following | None:
        """How masked and aggregate-only columns flow; None when the statement reads none of them."""
        return follow(self)

    @cached_property
    def subtraction(self) -> Subtraction:
        """What of its figures over aggregate-only columns might be subtracted."""
        return subtraction_of(self)

    @cached_property
    def reads_restricted_tables(self) -> bool:
        """Whether a table it reads has columns or rows that are not free to read, used here or not."""
        return self.may_meet_hidden_rows or any(map(self.permissions.restricts, self.reading.tables))

    @cached_property
    def may_meet_hidden_rows(self) -> bool:
        """Whether the engine may look at rows, on its way to the result, that a required filter drops later."""
        if not self.policy.required_filters:
            return False
        filters_of, tables = self.permissions.required_filters, self.reading.tables
        return any(filters_of(table) or table.known is None or table.known.is_view for table in tables)

    @cached_property
    def may_meet_hidden_values(self) -> bool:
        """Whether an engine's own words may quote what nobody may see."""
        return self.may_meet_hidden_rows or any(map(self.permissions.restricts, self.reading.tables))

    @cached_property
    def may_come_in_hidden_order(self) -> bool:
        """Whether the order of rows may tell of a restricted column that an index or a key holds, or of hidden rows."""
        # Views are read as statements, too: this import at the top would be circular.
        from answerable.guard.flow.order import may_follow_hidden_rows, may_follow_restricted_index

        return may_follow_restricted_index(self) or may_follow_hidden_rows(self)

    @cached_property
    def keys(self) -> Keys:
        return Keys(self.reading)

    @cached_property
    def estimates(self) -> RowEstimates:
        return RowEstimates(self.reading, self.keys)
