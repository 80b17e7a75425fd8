"""Counting and naming what came before: `how many is that?`, `who are they?`."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.draft import Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.linking.column_traits import labels
from answerable.sql.column_ref import ColumnRef

__all__ = ["count_rows", "list_rows"]


def count_rows(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    if said.has("naming"):
        list_rows(draft, [ColumnRef(draft.root, c.name) for c in labels(draft.index.table(draft.root))])
        return (msg("follow_up.themselves", table=draft.root),)
    sketch = said.sketch
    about = sketch.subject is None or any(t.table in draft.tables for t in sketch.subject.of("table"))
    if sketch.function != "count" or sketch.measure or not about or sketch.groups or _counts(draft):
        return ()
    if said.has("adding", "replacing"):
        return ()
    _count(draft)
    return (msg("follow_up.how_many"),)


def _counts(draft: Draft) -> bool:
    return bool(draft.measures) and all(measure.find(exp.Count) for measure in draft.measures)


def _count(draft: Draft) -> None:
    counted = exp.alias_(exp.Count(this=exp.Star()), "row_count")
    if draft.groups or draft.limit is not None or draft.select.args.get("distinct"):
        _count_groups(draft, counted)
        return
    draft.outputs = [counted]
    draft.order = []


def _count_groups(draft: Draft, counted: exp.Expr) -> None:
    """Groups, distinct rows and the first few rows are counted from outside."""
    inner = draft.select.copy()
    if draft.limit is None:
        inner.set("order", None)
    outer = exp.Select().select(counted).from_(inner.subquery("earlier"))
    draft.select.args.clear()
    for name, value in outer.args.items():
        draft.select.set(name, value)


def list_rows(draft: Draft, refs: list[ColumnRef]) -> None:
    """Rows instead of figures over them."""
    shown: list[exp.Expr] = [draft.column(ref) for ref in refs]
    if draft.is_aggregate:
        draft.groups, draft.order, draft.limit = [], [], None
        draft.select.set("having", None)
    draft.outputs = shown
