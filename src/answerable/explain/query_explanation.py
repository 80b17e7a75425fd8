"""The explanation of one query, start to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.explain.brief_query import without_technicalities
from answerable.explain.completeness import left_out
from answerable.explain.explain_statement import parse_query
from answerable.explain.explainer import Explainer
from answerable.explain.find_facts import query_facts
from answerable.explain.phrasebook import words_for
from answerable.explain.query_facts import QueryFacts
from answerable.explain.query_words import note_filters, query_clauses
from answerable.kernel.errors import one_line

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.kernel.schema import DatabaseSchema

__all__ = ["explain_query", "facts_of_query", "filters_of_query"]


_NO_FACTS = QueryFacts((), (), (), (), (), None)


def explain_query(sql: str, dialect: str, schema: DatabaseSchema | None, lang: str, *, is_brief: bool = False) -> str:
    words = words_for(lang)
    try:
        tree = parse_query(sql, dialect)
        tree = without_technicalities(tree) if is_brief else tree
        return _explanation(Explainer(words, dialect, schema, is_brief=is_brief), tree)
    except RecursionError:  # nested too deeply to walk: its own text is still the truth
        return words.sentences([words.say("runs", words.say("verbatim", one_line(sql)))])


def facts_of_query(sql: str, dialect: str, schema: DatabaseSchema | None, lang: str) -> QueryFacts:
    try:
        tree, teller = parse_query(sql, dialect), Explainer(words_for(lang), dialect, schema)
        query_clauses(teller, tree)
        return query_facts(teller, tree)
    except RecursionError:
        return _NO_FACTS


def filters_of_query(sql: str, dialect: str, schema: DatabaseSchema | None, lang: str) -> tuple[str, ...]:
    """The facts' filters alone, which take far less."""
    try:
        tree, teller = parse_query(sql, dialect), Explainer(words_for(lang), dialect, schema)
        note_filters(teller, tree)
        return tuple(dict.fromkeys(teller.filters))
    except RecursionError:
        return ()


def _explanation(teller: Explainer, tree: exp.Expr) -> str:
    clauses = query_clauses(teller, tree)
    missing = left_out(tree, teller.folded, " ".join(clauses))
    if missing:
        quoted = [teller.say("verbatim", name) for name in missing]
        clauses.append(teller.say("also_mentions", teller.words.join_list(quoted)))
    return teller.words.sentences(clauses)
