"""How many: `just the top 3`, `and the bottom 2?`, `make it 5`, `all of them`."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.followups.draft import Draft
from answerable.language.followups.edits.ordering import ordered, ordered_by
from answerable.language.followups.fragment import Fragment
from answerable.language.sketch import Ranking

__all__ = ["limit_rows"]


def limit_rows(draft: Draft, said: Fragment) -> tuple[str, ...]:
    ranking = said.sketch.ranking
    if said.has("unlimited"):
        draft.limit = None
        return ("all of them",)
    if ranking is not None and not ranking.sorting and not said.has("replacing"):
        return _pick(draft, said, ranking)
    number = said.number
    if number is not None and _says_nothing_else(said):
        draft.limit = number
        return (f"the first {number}",)
    return ()


def _says_nothing_else(said: Fragment) -> bool:
    drawn = said.sketch
    return not (drawn.comparisons or drawn.dates or drawn.values or drawn.measure or drawn.outputs or drawn.subject)


def _pick(draft: Draft, said: Fragment, ranking: Ranking) -> tuple[str, ...]:
    words = {token.text.casefold() for token in said.said}
    if "first" in words and draft.order:
        terms = draft.order
    else:
        by = ordered_by(draft, ranking.by, ranking.hint)
        terms = _terms(draft, by, ranking.descending)
    draft.order = terms
    draft.limit = ranking.limit or 1
    return (f"only the {'first' if ranking.descending else 'last'} {draft.limit}",)


def _terms(draft: Draft, by: exp.Expr, descending: bool) -> list[exp.Ordered]:
    """A figure goes by size; of rows in an order of their own, the top is where they begin."""
    before = draft.order
    if not draft.measures and before and before[0].this == by:
        return before if descending else [ordered(by, not before[0].args.get("desc")), *before[1:]]
    ties = [term for term in before if term.this != by and not term.find(exp.AggFunc)]
    return [ordered(by, descending), *ties]
