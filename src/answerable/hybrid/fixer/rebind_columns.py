"""Columns that are not where the query looks for them: another table has them, or they are called otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import DraftQuery, DraftSource, identifier, own_select
from answerable.hybrid.fixer.fixing_source import lemmas_of
from answerable.hybrid.fixer.join_tables import alias_of_joined
from answerable.kernel.messages import msg
from answerable.kernel.schema import Column, Table
from answerable.naming.nearest import similarity

__all__ = ["rebind_columns"]

_ALIKE, _CLEARLY = 82.0, 4.0
_SAME_WORDS, _WITH_NOUN, _PLAIN = 98.0, 96.0, 99.0
_NAME_WORDS = frozenset({"name", "full", "fullname", "display"})

_Score = tuple[float, str, str]


def rebind_columns(draft: DraftQuery) -> None:
    for node in list(draft.tree.find_all(exp.Column)):
        if _is_text(node, draft):
            node.replace(exp.Literal.string(node.name))
            draft.is_changed = draft.is_changed or draft.dialect != "sqlite"
    for node in list(draft.tree.find_all(exp.Column)):
        if not isinstance(node.this, exp.Star) and (select := own_select(node)) is not None:
            _rebind(node, select, draft)


def _rebind(node: exp.Column, select: exp.Select, draft: DraftQuery) -> None:
    visible = list(_visible(select, draft))
    own = draft.sources(select)
    if node.table:
        named = [one for one in visible if one.alias.casefold() == node.table.casefold()]
        if any(one.has(node.name) for one in named[:1]):
            return
        _ = (
            _by_exact_name(node, own, draft)
            or _by_table_of_that_name(node, select, draft)
            or _by_join(node, select, draft)
            or _by_likeness(node, named[:1] or own, draft)
        )
        return
    holders = [one for one in own if one.has(node.name)]
    if len(holders) > 1:
        _qualify(node, holders, draft)
    elif not holders and not any(one.has(node.name) for one in visible) and not _is_output(node, select):
        _ = _by_join(node, select, draft) or _by_likeness(node, own, draft)


def _is_text(node: exp.Column, draft: DraftQuery) -> bool:
    """`city = "Rome"`: a value in double quotes, and no column of that name."""
    if not (isinstance(node.this, exp.Identifier) and node.this.quoted) or node.table:
        return False
    select = own_select(node)
    is_compared = isinstance(node.parent, exp.EQ | exp.NEQ | exp.Like | exp.In) and node.arg_key != "this"
    return is_compared and select is not None and not any(one.has(node.name) for one in _visible(select, draft))


def _visible(select: exp.Select, draft: DraftQuery) -> Iterator[DraftSource]:
    """What this SELECT and those around it read, the nearest first."""
    around: exp.Select | None = select
    while around is not None:
        yield from draft.sources(around)
        around = own_select(around.parent) if around.parent else None


def _is_output(node: exp.Column, select: exp.Select) -> bool:
    """An alias of the SELECT list; in a subquery or CTE also one of the query around it."""
    around: exp.Select | None = select
    while around is not None:
        if any(one.alias.casefold() == node.name.casefold() for one in around.selects if one.alias):
            return True
        around = own_select(around.parent) if around.parent else None
    return False


def _qualify(node: exp.Column, holders: list[DraftSource], draft: DraftQuery) -> None:
    """Two tables have it, and the engine would refuse it: it is that of the table the rows start from."""
    known = [one for one in holders if one.columns is not None]
    select = own_select(node)
    if len(known) != len(holders) or _is_joined_by_name(select) or (select is not None and _is_output(node, select)):
        return
    node.set("table", known[0].called)
    draft.is_changed = True


def _is_joined_by_name(select: exp.Select | None) -> bool:
    joins = select.args.get("joins") or [] if select is not None else []
    return any(one.args.get("using") or one.args.get("method") == "NATURAL" for one in joins)


def _by_exact_name(node: exp.Column, own: list[DraftSource], draft: DraftQuery) -> bool:
    """The one table of the query that has it."""
    holders = [one for one in own if one.columns is not None and one.has(node.name)]
    if len(holders) != 1:
        return False
    if any(one.alias.casefold() == node.table.casefold() for one in own):
        draft.note(msg("fixed.column", wrong=f"{node.table}.{node.name}", right=f"{holders[0].alias}.{node.name}"))
    node.set("table", holders[0].called)
    node.set("db", None)
    draft.is_changed = True
    return True


def _by_table_of_that_name(node: exp.Column, select: exp.Select, draft: DraftQuery) -> bool:
    """The query calls a table by its name though it gave it another, or does not read it at all."""
    table = draft.source.schema.table(node.table)
    if table is None or table.column(node.name) is None:
        return False
    alias = alias_of_joined(select, table, draft)
    if alias is None:
        return False
    node.set("table", draft.called(select, alias))
    draft.is_changed = True
    return True


def _by_join(node: exp.Column, select: exp.Select, draft: DraftQuery) -> bool:
    """One other table has exactly this column, and each row belongs to one row there."""
    if node.name.casefold() in ("id", "name"):
        return False
    holders = [one for one in draft.source.schema.tables if one.column(node.name) and not one.is_view]
    aliases = [(alias, one) for one in holders[:3] if (alias := alias_of_joined(select, one, draft, is_near=True))]
    if len(holders) > 3 or len(aliases) != 1:
        return False
    node.set("table", draft.called(select, aliases[0][0]))
    draft.is_changed = True
    return True


def _by_likeness(node: exp.Column, sources: list[DraftSource], draft: DraftQuery) -> bool:
    """The column that clearly resembles it; a person's name put together of its parts."""
    tables = [(one.alias, one.table) for one in sources if one.table is not None]
    if _by_display_name(node, sources, draft):
        return True
    scored = sorted(
        (score for alias, table in tables for score in _scores(node.name, alias, table, draft)), reverse=True
    )
    if not scored or scored[0][0] < _ALIKE or (len(scored) > 1 and scored[0][0] - scored[1][0] < _CLEARLY):
        return False
    _, alias, name = scored[0]
    draft.note(msg("fixed.column", wrong=node.name, right=f"{alias}.{name}"))
    node.set("this", identifier(name))
    if node.table or len(sources) > 1:
        node.set("table", next(one.called for one in sources if one.alias == alias))
    return True


def _scores(name: str, alias: str, table: Table, draft: DraftQuery) -> Iterator[_Score]:
    for column in table.columns:
        yield _likeness(name, table, column, draft), alias, column.name


def _likeness(name: str, table: Table, column: Column, draft: DraftQuery) -> float:
    if _plain(name) == _plain(column.name):
        return _PLAIN
    words = lemmas_of(name)
    nouns = frozenset[str]().union(*draft.source.names_of(table))
    known = draft.source.names_of_column(table, column)
    if words in known:
        return _SAME_WORDS
    if words - nouns and any(words - nouns == one - nouns for one in known):
        return _WITH_NOUN
    return similarity(_plain(name), _plain(column.name))


def _by_display_name(node: exp.Column, sources: list[DraftSource], draft: DraftQuery) -> bool:
    for source in sources:
        if (table := source.table) is None:
            continue
        entity = draft.source.model.entity(table.qualified)
        nouns = frozenset[str]().union(*draft.source.names_of(table))
        words = lemmas_of(node.name)
        is_name = "name" in words and not words - nouns - _NAME_WORDS
        if entity is None or not entity.display or not is_name or table.column(node.name):
            continue
        parts = [exp.column(identifier(one), table=source.called) for one in entity.display]
        told = " ".join(entity.display)
        draft.note(msg("fixed.column", wrong=node.name, right=told))
        _put_name(node, parts, draft.dialect)
        return True
    return False


def _put_name(node: exp.Column, parts: list[exp.Column], dialect: str) -> None:
    whole = parts[0] if len(parts) == 1 else _joined(parts, dialect)
    is_shown = isinstance(node.parent, exp.Select) and node.arg_key == "expressions"
    node.replace(exp.alias_(whole, node.name) if is_shown and len(parts) > 1 else whole)


def _joined(parts: list[exp.Column], dialect: str) -> exp.Expr:
    if dialect == "mysql":
        between = [one for part in parts for one in (exp.Literal.string(" "), part)]
        return exp.Concat(expressions=between[1:])
    whole: exp.Expr = parts[0]
    for part in parts[1:]:
        spaced = exp.DPipe(this=whole, expression=exp.Literal.string(" "))
        whole = exp.DPipe(this=spaced, expression=part)
    return whole


def _plain(name: str) -> str:
    return name.casefold().replace("_", "").replace(" ", "")
