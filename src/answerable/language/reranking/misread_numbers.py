"""Numbers of a question that a query takes for something they cannot be: the year of a period compared with an amount,
the `10` of `10 best` compared with anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.language.business.links.question_cues import find_question_cues
from answerable.language.question.tokens import Token, normalise
from answerable.naming.identifiers import identifier_lemmas
from answerable.sql.parse import parse_sql

__all__ = ["misreads_numbers"]

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between)
_SUPERLATIVES = ("desc", "asc", "desc_count", "asc_count", "desc_money", "asc_money", "desc_date", "asc_date")
_YEARLY = frozenset({"year", "season", "yr", "edition", "vintage", "fy"})


def misreads_numbers(question: str, sql: str, dialect: str) -> bool:
    years, places = _years(question), _places(question)
    if not years and not places:
        return False
    try:
        tree = parse_sql(sql, dialect)
    except SqlglotError:
        return False
    limits = {limit.expression.name for limit in tree.find_all(exp.Limit) if limit.expression}
    return bool(limits & years) or any(_misreads(node, years, places) for node in tree.find_all(*_COMPARISONS))


def _misreads(node: exp.Expr, years: frozenset[str], places: frozenset[str]) -> bool:
    numbers = {literal.name for literal in node.find_all(exp.Literal) if not literal.is_string}
    if numbers & places:
        return True
    column = node.this
    # `segment = '2025'`: a text may be the year too.
    said = {literal.name for literal in node.find_all(exp.Literal)}
    return isinstance(column, exp.Column) and bool(said & years) and not _YEARLY & set(identifier_lemmas(column.name))


@lru_cache(maxsize=64)
def _years(question: str) -> frozenset[str]:
    """Numbers that look like years."""
    numbers = [token.number for token in normalise(question) if token.number is not None]
    return frozenset(str(int(one)) for one in numbers if one == int(one) and _FIRST_YEAR <= one <= _LAST_YEAR)


@lru_cache(maxsize=64)
def _places(question: str) -> frozenset[str]:
    """`top 5`, `10 best`: how many are to be shown."""
    tokens = normalise(question)
    spans = find_question_cues(tokens).all(*_SUPERLATIVES)
    beside = {at for span in spans for at in (span.start - 1, span.end)}
    return frozenset(_number(tokens, at) for at in beside) - {""}


def _number(tokens: Sequence[Token], at: int) -> str:
    number = tokens[at].number if 0 <= at < len(tokens) else None
    return str(int(number)) if number is not None and number == int(number) else ""
