"""Columns, constants, conversions, choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.explain.completeness import holds_only
from answerable.explain.period_words import as_date_text
from answerable.explain.phrasebook import is_enclosed
from answerable.explain.query_scope import printable, readable
from answerable.explain.type_family import Family, Tell
from answerable.kernel.errors import one_line

if TYPE_CHECKING:
    from answerable.explain.explainer import Explainer

__all__ = ["TELLERS", "branches", "is_quoted_text"]


def _column(teller: Explainer, node: exp.Column) -> str | None:
    if isinstance(node.this, exp.Star):
        return _star_of(teller, node)
    if is_quoted_text(teller, node):
        return f"'{printable(node.name)}'"
    owner = teller.scope.owner(node.table) if node.table else None
    name = readable(node.name)
    return teller.say("column_of", name, owner) if owner else name


def is_quoted_text(teller: Explainer, node: exp.Expr) -> bool:
    """SQLite reads "Soy" as a text where no column has that name."""
    is_candidate = isinstance(node, exp.Column) and not node.table and node.this.args.get("quoted")
    if teller.dialect != "sqlite" or teller.schema is None or not is_candidate:
        return False
    return all(table.column(node.name) is None for table in teller.schema.tables)


def _star_of(teller: Explainer, node: exp.Column) -> str | None:
    owner = teller.scope.owner_from_within(node.table)
    everything = teller.say("all_columns_of", owner)
    return _less_exceptions(teller, everything, node.this)


def _star(teller: Explainer, node: exp.Star) -> str | None:
    return _less_exceptions(teller, teller.say("all_columns"), node)


def _less_exceptions(teller: Explainer, everything: str, star: exp.Expr) -> str | None:
    if not holds_only(star, "except_"):
        return None
    excepted = star.args.get("except_")
    if not excepted:
        return everything
    names = excepted if isinstance(excepted, list) else [excepted]
    return teller.say("all_columns_except", everything, teller.tell_all(names))


def _literal(teller: Explainer, node: exp.Literal) -> str:
    return f"'{printable(node.name)}'" if node.is_string else node.name


def _cast(teller: Explainer, node: exp.Cast) -> str:
    if (day := as_date_text(node)) is not None:
        return day
    key = "converted_or_null" if isinstance(node, exp.TryCast) else "converted"
    return teller.say(key, teller.operand(node.this), node.to.sql(dialect=teller.dialect))


def _alias(teller: Explainer, node: exp.Alias) -> str:
    phrase = teller.tell(node.this)
    if isinstance(node.this, exp.Column) and node.this.name == node.alias:
        return phrase
    return teller.say("called", phrase, readable(node.alias))


def _case(teller: Explainer, node: exp.Case) -> str:
    return _choice(teller, branches(node), node.args.get("default"))


def _if(teller: Explainer, node: exp.If) -> str:
    return _choice(teller, [(node.this, node.args["true"])], node.args.get("false"))


def _choice(teller: Explainer, choices: list[tuple[exp.Expr, exp.Expr]], default: exp.Expr | None) -> str:
    parts = [teller.say("case_when", teller.tell(value), teller.condition(condition)) for condition, value in choices]
    parts.append(teller.say("case_else", teller.tell(default if default is not None else exp.Null())))
    return teller.say("case", teller.words.table["comma"].join(parts))


def branches(node: exp.Expr) -> list[tuple[exp.Expr, exp.Expr]]:
    """Condition and value of each branch; `CASE x WHEN v` as the comparison it means."""
    subject = node.args.get("this")
    return [
        (exp.EQ(this=subject.copy(), expression=branch.this.copy()) if subject else branch.this, branch.args["true"])
        for branch in node.args["ifs"]
    ]


def _coalesce(teller: Explainer, node: exp.Coalesce) -> str:
    *first, last = [node.this, *node.expressions]
    phrase = teller.tell(last)
    for item in reversed(first):
        phrase = teller.say("or_if_null", teller.tell(item), phrase)
    return phrase


def _tuple(teller: Explainer, node: exp.Tuple) -> str:
    return teller.say("row_of", teller.tell_all(node.expressions)) if node.expressions else teller.verbatim(node)


def _array(teller: Explainer, node: exp.Array) -> str | None:
    if not node.expressions or isinstance(node.expressions[0], exp.Query):
        return None
    return teller.say("list_of_values", teller.tell_all(node.expressions))


def _paren(teller: Explainer, node: exp.Paren) -> str:
    inner = node.this
    return teller.tell(inner) if isinstance(inner, exp.Column | exp.Literal | exp.Paren) else _grouped(teller, inner)


def _grouped(teller: Explainer, node: exp.Expr) -> str:
    phrase = teller.tell(node)
    return phrase if is_enclosed(phrase) else teller.say("group", phrase)


def _subtotals(key: str) -> Tell:
    return lambda teller, node: teller.say(key, teller.tell_all(node.expressions)) if node.expressions else None


def _json_value(teller: Explainer, node: exp.Expr) -> str | None:
    path = node.args["expression"]
    if not holds_only(node, "this", "expression") or not isinstance(path, exp.JSONPath):
        return None
    return teller.say("json_value", teller.operand(node.this), one_line(path.sql(dialect=teller.dialect)))


def _query(teller: Explainer, node: exp.Expr) -> str:
    return teller.query(node)


TELLERS: Family = {
    exp.Column: _column,
    exp.Identifier: lambda teller, node: readable(node.name),
    exp.Star: _star,
    exp.Literal: _literal,
    exp.Null: lambda teller, node: teller.say("null"),
    exp.Boolean: lambda teller, node: teller.say("true" if node.this else "false"),
    exp.Cast: _cast,
    exp.TryCast: _cast,
    exp.Alias: _alias,
    exp.Case: _case,
    exp.If: _if,
    exp.Coalesce: _coalesce,
    exp.Tuple: _tuple,
    exp.Array: _array,
    exp.Paren: _paren,
    exp.Rollup: _subtotals("rollup"),
    exp.Cube: _subtotals("cube"),
    exp.GroupingSets: _subtotals("grouping_sets"),
    exp.JSONExtract: _json_value,
    exp.JSONExtractScalar: _json_value,
    exp.Subquery: _query,
    exp.Select: _query,
    exp.Union: _query,
    exp.Intersect: _query,
    exp.Except: _query,
}
