"""The query of a view, parsed from its definition and read by the guard's own walk, once per catalog."""

from __future__ import annotations

import weakref
from collections.abc import Iterator

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.parse.bounded_parser import DoesNotParse, TooMuchWork, parse, tokenize
from answerable.guard.policy.policy import Policy
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.guard.resolve.lineage import LONGEST_DEFINITION
from answerable.guard.resolve.reads import QueryReading
from answerable.guard.statement import SqlText, Statement
from answerable.kernel.light_dataclass import dataclass

__all__ = ["ViewQuery", "is_query", "view_query", "views_behind"]

_QUERIES = (exp.Select, exp.SetOperation, exp.Subquery)


@dataclass(frozen=True, slots=True)
class ViewQuery:
    """`problem` says why a definition could not be read; all the rest is there only without one."""

    text: SqlText | None = None
    tree: exp.Expr | None = None
    reading: QueryReading | None = None
    problem: str = ""
    unknown_function: str = ""
    """A function that is on no list: nobody here can know what it reads."""


_cache: dict[tuple[int, str], tuple[weakref.ref[Catalog], dict[str, ViewQuery]]] = {}


def view_query(view: KnownTable, catalog: Catalog, allowed: AllowList) -> ViewQuery:
    key = (id(catalog), allowed.dialect)
    cached = _cache.get(key)
    if cached is None or cached[0]() is not catalog:
        cached = _cache[key] = weakref.ref(catalog, lambda _: _cache.pop(key, None)), {}
    queries = cached[1]
    if view.qualified_name not in queries:
        queries[view.qualified_name] = _parsed(view, catalog, allowed)
    return queries[view.qualified_name]


def views_behind(statement: Statement) -> Iterator[tuple[KnownTable, Statement]]:
    """Every view that the statement reads, itself or through others, with its query as a statement under the policy."""
    waiting, seen = [statement.reading], set[str]()
    while waiting:
        for table in waiting.pop().tables:
            view = table.known
            if view is None or not view.is_view or view.qualified_name in seen:
                continue
            seen.add(view.qualified_name)
            query = view_query(view, statement.catalog, statement.allow_list)
            if query.text is not None and query.tree is not None:
                inner = Statement(query.text, query.tree, statement.catalog, statement.policy)
                waiting.append(inner.reading)
                yield view, inner


def is_query(tree: object) -> bool:
    return isinstance(tree, _QUERIES)


def _parsed(view: KnownTable, catalog: Catalog, allowed: AllowList) -> ViewQuery:
    if not view.definition:
        return ViewQuery(problem="its definition is not known")
    if len(view.definition) > LONGEST_DEFINITION:
        return ViewQuery(problem="its definition is too long")
    try:
        text = SqlText(_without_header(view.definition, allowed.dialect), allowed)
        tree = parse(text.sql, text.tokens, allowed.dialect)
        if not is_query(tree):
            return ViewQuery(problem="its definition is no query")
        _strip_databases(tree, catalog)
        statement = Statement(text, tree, catalog, Policy())
        return ViewQuery(text, tree, statement.reading, unknown_function=_unknown_function(statement))
    except (DoesNotParse, TooMuchWork, RecursionError):
        return ViewQuery(problem="its definition could not be read")


def _without_header(definition: str, dialect: str) -> str:
    """SQLite and DuckDB keep `CREATE VIEW v(a, b) AS` before the query."""
    tokens = tokenize(definition, dialect)
    if not tokens or tokens[0].token_type is not TokenType.CREATE:
        return definition
    depth = 0
    for token in tokens:
        depth += (token.token_type is TokenType.L_PAREN) - (token.token_type is TokenType.R_PAREN)
        if token.token_type is TokenType.ALIAS and depth == 0:
            return definition[token.end + 1 :]
    raise DoesNotParse("it has no query")


def _strip_databases(tree: exp.Expr, catalog: Catalog) -> None:
    """MySQL and MariaDB put the database before every name of a definition; the schema knows the names without it."""
    for table in tree.find_all(exp.Table):
        database = table.args.get("db")
        if not isinstance(database, exp.Identifier) or not isinstance(table.this, exp.Identifier):
            continue
        namespace, name = (
            catalog.table_key(part.name, bool(part.args.get("quoted"))) for part in (database, table.this)
        )
        if catalog.find(namespace, name) is None and catalog.find("", name) is not None:
            table.set("db", None)
            table.set("catalog", None)


def _unknown_function(statement: Statement) -> str:
    from answerable.guard.rules.allowed_functions import Functions
    from answerable.guard.rules.table_functions import TableFunctions

    for rule in (Functions(), TableFunctions()):
        if finding := next(iter(rule.look(statement)), None):
            return finding.message
    return ""
