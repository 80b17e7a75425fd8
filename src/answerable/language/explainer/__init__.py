"""SQL in plain words, told from its syntax tree: what runs is what is explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.language.explainer.query_facts import QueryFacts, Shown

if TYPE_CHECKING:
    from answerable.schema import DatabaseSchema

__all__ = ["QueryFacts", "Shown", "explain", "facts", "filters"]


def explain(sql: str, *, dialect: str, schema: DatabaseSchema | None = None, lang: str = "en") -> str:
    """A query in sentences, in English (`en`) or Korean (`ko`).

    With a `schema`, dates and texts are spoken of as such. Whatever has no words is quoted as SQL, never left out.
    Raises AskerError for what does not parse and Refused for what is not a query."""
    from answerable.language.explainer.telling import explain_query

    return explain_query(sql, dialect, schema, lang)


def facts(sql: str, dialect: str, *, schema: DatabaseSchema | None = None, lang: str = "en") -> QueryFacts:
    """Tables, filters in words, groups, measures, order and limit of a query."""
    from answerable.language.explainer.telling import facts_of_query

    return facts_of_query(sql, dialect, schema, lang)


def filters(sql: str, dialect: str, *, schema: DatabaseSchema | None = None, lang: str = "en") -> tuple[str, ...]:
    """Every filter of a query in words, as `facts` has them."""
    from answerable.language.explainer.telling import filters_of_query

    return filters_of_query(sql, dialect, schema, lang)
