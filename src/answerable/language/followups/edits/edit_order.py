"""Order: `sort it the other way`, `by revenue`, `newest first`, `alphabetically`."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import Kind
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.linking.mentions import Mention
from answerable.language.rules.slot_options import Options
from answerable.sql.column_ref import ColumnRef

__all__ = ["order_rows", "order_term", "ordered_by"]


def order_rows(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    if said.has("reversing"):
        return _reverse(draft)
    ranking, named = said.sketch.ranking, said.sketch.order
    if named is None and (ranking is None or not ranking.sorting):
        return ()
    descending = bool(ranking and ranking.descending)
    words = {token.text.casefold() for token in said.said}
    mention = named or (ranking.by if ranking else None)
    if words & {"alphabetically", "alphabetical"}:
        by: exp.Expr = _first_text(draft)
    else:
        by = ordered_by(draft, mention, ranking.hint if ranking else "")
    draft.order = [order_term(by, descending)]
    if descending:
        return (msg("follow_up.largest_first_by", column=by.name),)
    return (msg("follow_up.smallest_first_by", column=by.name),)


def order_term(by: exp.Expr, descending: bool) -> exp.Ordered:
    return exp.Ordered(this=by, desc=descending, nulls_first=not descending)


def _reverse(draft: Draft) -> tuple[CodedMessage, ...]:
    terms = draft.order
    if not terms:
        draft.order = [order_term(ordered_by(draft, None), descending=False)]
        return (msg("follow_up.smallest_first"),)
    first = terms[0]
    draft.order = [order_term(first.this.copy(), not first.args.get("desc")), *terms[1:]]
    return (msg("follow_up.reversed"),)


def ordered_by(draft: Draft, mention: Mention | None, hint: str = "") -> exp.Expr:
    """What is named, what a superlative speaks of, else the figure, else what the order was by."""
    if mention is not None:
        return _named(draft, mention)
    if draft.measures:
        return _shown(draft.measures[0])
    if hint and (ref := Options(draft.index).by_hint(hint, draft.root)):
        return draft.column(ref)
    before: list[exp.Expr] = [term.this.copy() for term in draft.order[:1]]
    return before[0] if before else _amount(draft)


def _named(draft: Draft, mention: Mention) -> exp.Expr:
    meant = {ColumnRef(t.table, name) for t in mention.of("column", "derived") for name in t.columns}
    for output in draft.outputs:
        if meant & set(draft.refs(output)):
            return _shown(output)
    alias = "_".join(mention.text.casefold().split())
    for output in draft.outputs:
        if output.alias.casefold() == alias:
            return _shown(output)
    payload = choose(Options(draft.index).outputs(mention, draft.root), draft, mention.text).option.payload
    if not isinstance(payload, ColumnRef) or draft.is_aggregate:
        raise CannotEdit(msg("cannot_edit.not_sorted_by", phrase=mention.text))
    return draft.column(payload)


def _shown(output: exp.Expr) -> exp.Expr:
    return exp.Column(this=output.args["alias"].copy()) if output.alias else output.copy()


def _first_text(draft: Draft) -> exp.Expr:
    for output in draft.dimensions:
        refs = draft.refs(output)
        if refs and draft.index.column(refs[0].table, refs[0].name).kind is Kind.TEXT:
            return _shown(output)
    raise CannotEdit(msg("cannot_edit.no_text"))


def _amount(draft: Draft) -> exp.Expr:
    amounts = Options(draft.index).main_amounts(draft.index.table(draft.root))
    if not amounts:
        raise CannotEdit(msg("cannot_edit.sort_unclear"))
    return draft.column(ColumnRef(draft.root, amounts[0]))
