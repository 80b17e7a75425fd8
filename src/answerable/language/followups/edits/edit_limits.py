"""How many: `just the top 3`, `and the bottom 2?`, `make it 5`, `all of them`."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.draft import Draft
from answerable.language.followups.edits.edit_order import order_term, ordered_by
from answerable.language.followups.fragment import Fragment
from answerable.language.rules.sketch import Ranking

__all__ = ["limit_rows"]


def limit_rows(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    ranking = said.sketch.ranking
    if said.has("unlimited"):
        draft.limit = None
        return (msg("follow_up.all"),)
    if ranking is not None and not ranking.sorting and not said.has("replacing"):
        return _pick(draft, said, ranking)
    number = said.number
    if number is not None and _says_nothing_else(said):
        draft.limit = number
        return (msg("follow_up.first", count=number),)
    return ()


def _says_nothing_else(said: Fragment) -> bool:
    sketch = said.sketch
    return not (
        sketch.comparisons or sketch.dates or sketch.values or sketch.measure or sketch.outputs or sketch.subject
    )


def _pick(draft: Draft, said: Fragment, ranking: Ranking) -> tuple[CodedMessage, ...]:
    words = {token.text.casefold() for token in said.said}
    if "first" in words and draft.order:
        terms = draft.order
    else:
        by = ordered_by(draft, ranking.by, ranking.hint)
        terms = _terms(draft, by, ranking.descending)
    draft.order = terms
    draft.limit = ranking.limit or 1
    if ranking.descending:
        return (msg("follow_up.only_first", count=draft.limit),)
    return (msg("follow_up.only_last", count=draft.limit),)


def _terms(draft: Draft, by: exp.Expr, descending: bool) -> list[exp.Ordered]:
    """A figure goes by size; of rows in an order of their own, the top is where they begin."""
    before = draft.order
    if not draft.measures and before and before[0].this == by:
        return before if descending else [order_term(by, not before[0].args.get("desc")), *before[1:]]
    ties = [term for term in before if term.this != by and not term.find(exp.AggFunc)]
    return [order_term(by, descending), *ties]
