"""Rows that people seldom mean, left out of figures: deleted and test rows, and cancelled ones where money is added up.

Not where the query or the question speaks of any state of these rows: then they were thought of. Of what rows belong to
only test rows count: who bought may be gone, what was bought stays."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import BoundColumn, DraftQuery, DraftSource, identifier
from answerable.hybrid.fixer.fixing_source import lemmas_of
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import Table
from answerable.language.business.business_query import ColumnTest
from answerable.language.business.descriptions.describe_conditions import CannotDescribe, ConditionWords
from answerable.language.question.tokens import normalise
from answerable.semantics import RowCondition, UsualExclusion

__all__ = ["leave_out_rows"]

_OPPOSITE = {"in": "not_in", "is_null": "is_not_null", "is_not_null": "is_null"}
_OPERATORS = {"test": ("in",), "cancelled": ("in",), "deleted": ("in", "is_not_null", "is_null")}
"""Measured on business questions: names that look like a test's, and dates beside a status, tell too little."""
_KIND_WORDS = {
    "deleted": frozenset({"deleted", "delete", "removed", "remove"}),
    "test": frozenset({"test", "testing", "dummy", "demo"}),
    "cancelled": frozenset({"cancel", "cancelled", "canceled", "cancellation", "void", "refund", "refunded", "return"}),
}
_KIND_NAMES = {
    "cancelled": msg("fixed.kind_cancelled"),
    "deleted": msg("fixed.kind_deleted"),
    "test": msg("fixed.kind_test"),
}
_ALL_WORDS = frozenset({"including", "include", "regardless"})


def leave_out_rows(draft: DraftQuery) -> None:
    words = {token.lemma for token in normalise(draft.question)}
    if words & _ALL_WORDS:
        return
    for select in draft.selects():
        for source in draft.sources(select):
            if source.table is not None:
                _leave_out_of(select, source, source.table, words, draft)


def _leave_out_of(select: exp.Select, source: DraftSource, table: Table, words: set[str], draft: DraftQuery) -> None:
    if not any(one.find(exp.AggFunc) for one in select.selects):
        return
    is_parent = _is_parent(table, select, draft)
    for one in draft.source.model.exclusions_of(table.qualified):
        if is_parent and one.kind != "test":
            continue
        if _is_meant(one, select, table, words, draft):
            _add(select, source, _kept(one.condition, source.called), draft)
            draft.note(_told(one, draft))
    if _adds_up(select, draft):
        for parent, pairs in _wholes(table, draft):
            _leave_out_parents(select, source, parent, pairs, words, draft)


def _is_parent(table: Table, select: exp.Select, draft: DraftQuery) -> bool:
    """Rows of another table of the query belong to its rows, and have a date of their own."""
    others = {one.table.qualified for one in draft.sources(select) if one.table is not None and one.table is not table}
    dated = {event.table: event.date_from for event in draft.source.model.events}
    return any(
        one.target == table.qualified and one.table in others and dated.get(one.table, "") != table.qualified
        for one in draft.source.model.relationships
    )


def _is_meant(one: UsualExclusion, select: exp.Select, table: Table, words: set[str], draft: DraftQuery) -> bool:
    if one.condition.operator not in _OPERATORS.get(one.kind, ()):
        return False
    if one.applies_to == "money" and not _adds_up(select, draft):
        return False
    is_said = words & _KIND_WORDS.get(one.kind, frozenset()) or _is_column_said(one, table, words, draft)
    return not is_said and not _speaks_of(draft, table)


def _is_column_said(one: UsualExclusion, table: Table, words: set[str], draft: DraftQuery) -> bool:
    status = draft.source.status(table.qualified, one.condition.column)
    values = {value for label, written in (status.spellings if status else ()) for value in (label, *written)}
    return any(lemmas_of(str(value)) <= words and lemmas_of(str(value)) for value in values if len(str(value)) > 2)


def _speaks_of(draft: DraftQuery, table: Table) -> bool:
    """Whoever tests one of a row's states has thought of the others."""
    model = draft.source.model
    states = {one.condition.column.casefold() for one in model.exclusions_of(table.qualified)}
    states |= {one.column.casefold() for one in model.statuses if one.table == table.qualified}
    tests = (where for where in draft.original.find_all(exp.Where, exp.Having, exp.Join, exp.Case))
    return any(one.name.casefold() in states for test in tests for one in test.find_all(exp.Column))


def _adds_up(select: exp.Select, draft: DraftQuery) -> bool:
    """Amounts of money, that is."""
    sums = (one for shown in select.selects for one in shown.find_all(exp.Sum, exp.Avg))
    return any(_is_money(bound, draft) for one in sums for bound in draft.bound_columns(one))


def _is_money(bound: BoundColumn, draft: DraftQuery) -> bool:
    measure = draft.source.labels.measure(*bound.key)
    return measure is not None and measure.kind in ("amount", "price")


def _kept(condition: RowCondition, alias: exp.Identifier) -> exp.Expr:
    """What holds for the rows that stay."""
    column = exp.column(identifier(condition.column), table=alias)
    if condition.operator == "is_null":
        return exp.Not(this=exp.Is(this=column, expression=exp.Null()))
    if condition.operator == "is_not_null":
        return exp.Is(this=column, expression=exp.Null())
    found = _holds(condition, column)
    missing = exp.Is(this=column.copy(), expression=exp.Null())
    return exp.paren(exp.or_(exp.Not(this=found), missing))


def _holds(condition: RowCondition, column: exp.Expr) -> exp.Expr:
    literals = [_literal(value) for value in condition.values]
    return (
        exp.EQ(this=column, expression=literals[0]) if len(literals) == 1 else exp.In(this=column, expressions=literals)
    )


def _literal(value: str | int) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)


def _add(select: exp.Select, source: DraftSource, condition: exp.Expr, draft: DraftQuery) -> None:
    """In the join's own condition where rows without a partner must stay."""
    _qualify_bare(select, draft)
    join = source.node.parent
    if isinstance(join, exp.Join) and join.side.upper() == "LEFT" and join.args.get("on") is not None:
        join.set("on", exp.and_(join.args["on"], condition))
    else:
        select.where(condition, copy=False)


def _qualify_bare(select: exp.Select, draft: DraftQuery) -> None:
    """A single table needs no qualifier, but one that has another name must be called by it."""
    for source in draft.sources(select):
        if isinstance(source.node, exp.Table) and not source.alias:
            source.node.set("alias", exp.TableAlias(this=identifier(source.node.name)))


def _told(one: UsualExclusion, draft: DraftQuery) -> CodedMessage:
    operator = _OPPOSITE[one.condition.operator]
    test = ColumnTest(one.table, one.condition.column, operator, one.condition.values, is_default=True)
    try:
        words = ConditionWords(draft.source.labels, one.table).left_out((test,))
    except CannotDescribe:
        words = ()
    if words:
        return msg("assumed.left_out", what=words[0])
    return msg("fixed.left_out", kind=_KIND_NAMES[one.kind], rows=draft.source.labels.rows(one.table))


def _wholes(table: Table, draft: DraftQuery) -> Iterator[tuple[Table, tuple[tuple[str, str], ...]]]:
    """What lines belong to: the order whose date they have."""
    dated = {
        event.date_from for event in draft.source.model.events if event.table == table.qualified and event.date_from
    }
    for one in draft.source.model.relationships_of(table.qualified):
        if one.target in dated and not one.condition and (parent := draft.source.schema.table(one.target)):
            yield parent, tuple(zip(one.columns, one.target_columns, strict=True))


def _leave_out_parents(
    select: exp.Select,
    source: DraftSource,
    parent: Table,
    pairs: tuple[tuple[str, str], ...],
    words: set[str],
    draft: DraftQuery,
) -> None:
    """By NOT EXISTS, where the query does not read the parent itself."""
    if any(one.table is parent for one in draft.sources(select)):
        return
    for one in draft.source.model.exclusions_of(parent.qualified):
        if not _is_meant(one, select, parent, words, draft):
            continue
        alias = identifier("whole")
        tie = [
            exp.EQ(
                this=exp.column(identifier(b), table=alias.copy()),
                expression=exp.column(identifier(a), table=source.called),
            )
            for a, b in pairs
        ]
        table = exp.Table(this=identifier(parent.name), db=identifier(parent.namespace) if parent.namespace else None)
        inner = exp.select(exp.Literal.number(1)).from_(exp.alias_(table, alias.copy(), table=True))
        out = _left_out(one.condition, alias)
        _add(select, source, exp.Not(this=exp.Exists(this=inner.where(*tie, out))), draft)
        draft.note(_told(one, draft))


def _left_out(condition: RowCondition, alias: exp.Identifier) -> exp.Expr:
    column = exp.column(identifier(condition.column), table=alias)
    if condition.operator in ("is_null", "is_not_null"):
        missing: exp.Expr = exp.Is(this=column, expression=exp.Null())
        return missing if condition.operator == "is_null" else exp.Not(this=missing)
    return _holds(condition, column)
