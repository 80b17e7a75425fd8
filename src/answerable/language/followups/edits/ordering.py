"""Order: `sort it the other way`, `by revenue`, `newest first`, `alphabetically`."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.followups.choosing import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.link import Mention
from answerable.language.options import Options
from answerable.language.query import ColumnRef
from answerable.schema import Kind

__all__ = ["order_rows", "ordered", "ordered_by"]


def order_rows(draft: Draft, said: Fragment) -> tuple[str, ...]:
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
    draft.order = [ordered(by, descending)]
    return (f"sorted by {by.name}, {'largest' if descending else 'smallest'} first",)


def ordered(by: exp.Expr, descending: bool) -> exp.Ordered:
    return exp.Ordered(this=by, desc=descending, nulls_first=not descending)


def _reverse(draft: Draft) -> tuple[str, ...]:
    terms = draft.order
    if not terms:
        draft.order = [ordered(ordered_by(draft, None), descending=False)]
        return ("smallest first",)
    first = terms[0]
    draft.order = [ordered(first.this.copy(), not first.args.get("desc")), *terms[1:]]
    return ("sorted the other way",)


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
        raise CannotEdit(f"'{mention.text}' is not shown, so it cannot be sorted by")
    return draft.column(payload)


def _shown(output: exp.Expr) -> exp.Expr:
    return exp.Column(this=output.args["alias"].copy()) if output.alias else output.copy()


def _first_text(draft: Draft) -> exp.Expr:
    for output in draft.dimensions:
        refs = draft.refs(output)
        if refs and draft.index.column(refs[0].table, refs[0].name).kind is Kind.TEXT:
            return _shown(output)
    raise CannotEdit("no text is shown that could be sorted by")


def _amount(draft: Draft) -> exp.Expr:
    amounts = Options(draft.index).main_amounts(draft.index.table(draft.root))
    if not amounts:
        raise CannotEdit("it is not clear what to sort by")
    return draft.column(ColumnRef(draft.root, amounts[0]))
