from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.parse.type_families import Family, family_of
from answerable.guard.rules.base import TreeRule, quote_name
from answerable.guard.verdict import Finding, Layer
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.guard.statement import Statement

_SAFE_FUNCTIONS = (
    *(exp.Lower, exp.Upper, exp.Trim, exp.Length, exp.Coalesce, exp.Nullif, exp.Case, exp.If, exp.TryCast, exp.Concat),
    *(exp.Year, exp.Quarter, exp.Month, exp.Week, exp.Day, exp.DayOfWeek, exp.DayOfMonth, exp.DayOfYear, exp.Extract),
    *(exp.DateTrunc, exp.TimestampTrunc, exp.TimeToStr, exp.Date, exp.DateDiff, exp.DateAdd, exp.DateSub),
    *(exp.TsOrDsToDate, exp.TsOrDsToTimestamp, exp.TsOrDsDiff, exp.TsOrDsAdd, exp.StrPosition, exp.Greatest, exp.Least),
    *(exp.Exists, exp.And, exp.Or, exp.Xor, exp.Any, exp.All, exp.CurrentDate, exp.CurrentTimestamp, exp.CurrentTime),
)
"""Give a value or NULL, whatever they are given."""
_SAFE_NAMES = frozenset({"julianday", "unixepoch", "date", "time", "datetime", "ifnull", "instr", "char_length"})
_OF_LITERALS = (exp.Substring, exp.Left, exp.Right, exp.Round)
"""The same, where what follows the first argument is written out, and no number is below zero."""
_MEASURED = (exp.Abs, exp.Ceil, exp.Floor, exp.Neg, exp.Add, exp.Sub, exp.Mul)
"""Overflow only where values are near the largest of their type, as long as nothing is computed in order to."""
_DIVIDED = (exp.Div, exp.IntDiv, exp.Mod)
_COMPARED = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ)
_CHOOSING = (exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Query, exp.Boolean, exp.Predicate)
_MOST_FACTOR, _LONGEST_NUMBER = 1_000, 8
_NOT_TEXT = (Family.DATE, Family.NUMBER, Family.BOOLEAN)
_MATCHED = (exp.Like, exp.ILike, exp.SimilarTo, exp.Escape, exp.RegexpLike, exp.RegexpILike)
_REFUSED = (exp.Bracket, exp.BitwiseLeftShift, exp.BitwiseRightShift, exp.JSONExtract, exp.JSONExtractScalar, exp.Dot)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?")


class FailingConditions(TreeRule):
    """On a table with required filters, conditions hold nothing that may fail for one row and not for another.

    An engine may look at a condition before it looks at the required filter beside it. If it fails there, on a row
    that the filter leaves out, the error tells of that row: `CASE WHEN name = 'Ann' THEN 1 / 0 ELSE 1 END = 1` asks
    for any of them. So in WHERE, ON and HAVING, and in what a sub-query computes for them, functions are those that
    give a value or NULL; text is not cast to something else; numbers are added and multiplied with columns and small
    constants only; and a sub-query used as a value gives one row at most. What is aggregated or shown is not concerned.
    """

    code = "failing_condition"
    layer = Layer.SCHEMA
    title = "Condition that may fail on rows that nobody may see"
    why = "Whether a query fails would tell what is in rows that a required filter leaves out."
    bad = "SELECT count(*) FROM customers WHERE CAST(email AS INTEGER) > 9"
    fix = msg("guard.compare_plainly")

    def look(self, statement: Statement) -> Iterator[Finding]:
        if not statement.may_meet_hidden_rows:
            return
        found = next((node for root in _conditions(statement) for node in _failing(root, statement)), None)
        if found is not None:
            name = quote_name(found.sql(statement.allow_list.dialect))
            yield self.finding(msg("guard.may_fail", what=name))


def _conditions(statement: Statement) -> Iterator[exp.Expr]:
    """What decides which rows there are, and what sub-queries compute where something decides."""
    decisive = [node.this for kind in (exp.Where, exp.Having, exp.Qualify) for node in statement.every(kind)]
    decisive += [node.args["on"] for node in statement.every(exp.Join) if node.args.get("on") is not None]
    yield from decisive
    if decisive:
        for select in statement.every(exp.Select):
            if select.find_ancestor(exp.Subquery, exp.CTE) is not None:
                yield from (item.unalias() for item in select.expressions)


def _failing(root: exp.Expr, statement: Statement) -> Iterator[exp.Expr]:
    """What is aggregated is computed from rows that passed; sub-queries have conditions of their own."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, exp.AggFunc | exp.Window):
            continue
        if not _is_safe(node, statement):
            yield node
        waiting += [child for child in node.iter_expressions() if not isinstance(node, exp.Query)]


def _is_safe(node: exp.Expr, statement: Statement) -> bool:
    dialect = statement.allow_list.dialect
    if isinstance(node, exp.Subquery):
        return dialect == "sqlite" or _is_single(node)
    if isinstance(node, _MATCHED):
        return isinstance(node.expression, exp.Literal | exp.Escape) or isinstance(
            node.expression.unnest(), exp.Literal
        )
    if isinstance(node, exp.Cast) and not isinstance(node, exp.TryCast):
        return dialect in ("sqlite", "mysql") or _is_harmless_cast(node, statement)
    if isinstance(node, _DIVIDED):
        return dialect != "postgres" or (isinstance(node.expression, exp.Literal) and float(node.expression.name) != 0)
    if isinstance(node, _MEASURED):
        return (dialect == "sqlite" and not isinstance(node, exp.Abs)) or _is_measured(node)
    if isinstance(node, exp.Func):
        return _is_safe_function(node)
    if isinstance(node, _COMPARED):
        return dialect != "duckdb" or _are_alike(node, statement)
    return not isinstance(node, _REFUSED)


def _is_safe_function(node: exp.Func) -> bool:
    if isinstance(node, exp.Anonymous):
        return node.name.lower() in _SAFE_NAMES
    if isinstance(node, _OF_LITERALS):
        return all(isinstance(one, exp.Literal) for one in node.iter_expressions() if one is not node.this)
    return isinstance(node, _SAFE_FUNCTIONS)


def _is_measured(node: exp.Expr) -> bool:
    """One product at most, of columns and small constants; or a number with a sign."""
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal):
        return True
    if node.find(*_CHOOSING) is not None or sum(1 for _ in node.find_all(exp.Mul)) > 1:
        return False
    numbers = [one.name for one in node.find_all(exp.Literal) if not one.is_string]
    return all(len(text) < _LONGEST_NUMBER and float(text) <= _MOST_FACTOR for text in numbers)


def _is_harmless_cast(node: exp.Cast, statement: Statement) -> bool:
    """To text, of a moment that is written out, or from a column that is no text."""
    if family_of(node.to.sql(statement.allow_list.dialect)) is Family.TEXT:
        return True
    inner = node.this.unnest()
    if isinstance(inner, exp.Literal):
        return inner.is_string and _MOMENT.fullmatch(inner.name) is not None
    return isinstance(inner, exp.CurrentDate | exp.CurrentTimestamp) or _family(inner, statement) in _NOT_TEXT


def _family(node: exp.Expr, statement: Statement) -> Family | None:
    source = statement.reading.origin.get(id(node.unnest()))
    if source is None or source.table is None or source.table.known is None:
        return None
    return family_of(source.table.known.columns.get(statement.reading.column_key(node.unnest()), ""))


def _are_alike(node: exp.Expr, statement: Statement) -> bool:
    """DuckDB casts a text that is compared with a number, and fails where it is none."""
    families = {_family(side, statement) for side in (node.this, node.expression)}
    if Family.TEXT not in families:
        return True
    others = [side for side in (node.this, node.expression) if _family(side, statement) is not Family.TEXT]
    return all(_family(one, statement) is None and not _is_number(one) for one in others)


def _is_number(node: exp.Expr) -> bool:
    return any(not one.is_string for one in node.find_all(exp.Literal)) and node.find(exp.Column) is None


def _is_single(node: exp.Subquery) -> bool:
    """Whether a sub-query gives one row at most, or may give several where it stands."""
    if isinstance(node.parent, exp.In | exp.Exists | exp.Any | exp.All | exp.From | exp.Join):
        return True
    query = node.this
    if not isinstance(query, exp.Select):
        return False
    limit = query.args.get("limit")
    if isinstance(limit, exp.Limit) and limit.expression is not None and limit.expression.name == "1":
        return True
    return not query.args.get("group") and any(one.find(exp.AggFunc) for one in query.expressions)
