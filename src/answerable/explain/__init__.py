"""SQL in plain words, told from its syntax tree: what runs is what is explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.explain.query_explanation import explain_query, facts_of_query, filters_of_query
from answerable.explain.query_facts import QueryFacts, ShownColumn

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["QueryFacts", "ShownColumn", "explain", "facts", "filters"]


def explain(
    sql: str, *, dialect: str, schema: DatabaseSchema | None = None, lang: str = "en", is_brief: bool = False
) -> str:
    """A query in sentences, in English (`en`) or Korean (`ko`); a brief one leaves out what says nothing to a person:
    names of columns, rounding to cents, what breaks a tie, the days a calendar period begins and ends on.

    With a `schema`, dates and texts are spoken of as such. Whatever has no words is quoted as SQL, never left out.
    Raises AskerError for what does not parse and Refused for what is not a query."""
    return explain_query(sql, dialect, schema, lang, is_brief=is_brief)


def facts(sql: str, dialect: str, *, schema: DatabaseSchema | None = None, lang: str = "en") -> QueryFacts:
    """Tables, filters in words, groups, measures, order and limit of a query."""
    return facts_of_query(sql, dialect, schema, lang)


def filters(sql: str, dialect: str, *, schema: DatabaseSchema | None = None, lang: str = "en") -> tuple[str, ...]:
    """Every filter of a query in words, as `facts` has them."""
    return filters_of_query(sql, dialect, schema, lang)
