"""The explanation of one query, start to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.errors import one_line
from answerable.language.explainer.completeness import left_out
from answerable.language.explainer.fact_finding import query_facts
from answerable.language.explainer.queries import note_filters, query_clauses
from answerable.language.explainer.query_facts import QueryFacts
from answerable.language.explainer.statement import parse_query
from answerable.language.explainer.teller import Teller
from answerable.language.explainer.words import words_for

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.schema import DatabaseSchema

__all__ = ["explain_query", "facts_of_query", "filters_of_query"]


_NO_FACTS = QueryFacts((), (), (), (), (), None)


def explain_query(sql: str, dialect: str, schema: DatabaseSchema | None, lang: str) -> str:
    words = words_for(lang)
    try:
        return _explanation(Teller(words, dialect, schema), parse_query(sql, dialect))
    except RecursionError:  # nested too deeply to walk: its own text is still the truth
        return words.sentences([words.say("runs", words.say("verbatim", one_line(sql)))])


def facts_of_query(sql: str, dialect: str, schema: DatabaseSchema | None, lang: str) -> QueryFacts:
    try:
        tree, teller = parse_query(sql, dialect), Teller(words_for(lang), dialect, schema)
        query_clauses(teller, tree)
        return query_facts(teller, tree)
    except RecursionError:
        return _NO_FACTS


def filters_of_query(sql: str, dialect: str, schema: DatabaseSchema | None, lang: str) -> tuple[str, ...]:
    """The facts' filters alone, which take far less."""
    try:
        tree, teller = parse_query(sql, dialect), Teller(words_for(lang), dialect, schema)
        note_filters(teller, tree)
        return tuple(dict.fromkeys(teller.filters))
    except RecursionError:
        return ()


def _explanation(teller: Teller, tree: exp.Expr) -> str:
    clauses = query_clauses(teller, tree)
    missing = left_out(tree, teller.folded, " ".join(clauses))
    if missing:
        quoted = [teller.say("verbatim", name) for name in missing]
        clauses.append(teller.say("also_mentions", teller.words.listed(quoted)))
    return teller.words.sentences(clauses)
