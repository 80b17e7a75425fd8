"""Columns: `show the names too` adds, `only their names` leaves nothing else, `drop the country` takes away."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.followups.choosing import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.counting import list_rows
from answerable.language.followups.fragment import Fragment
from answerable.language.link import Mention
from answerable.language.options import Options
from answerable.language.query import ColumnRef

__all__ = ["show_columns"]


def show_columns(draft: Draft, said: Fragment) -> tuple[str, ...]:
    drawn = said.sketch
    if not drawn.outputs or drawn.function is not None or said.has("same", "lifting"):
        return ()
    owner = next((t.table for t in drawn.subject.of("table")), None) if drawn.subject else None
    refs = [_meant(draft, mention, owner or draft.root) for mention in drawn.outputs]
    words = ", ".join(str(ref) for ref in refs)
    if said.has("removing"):
        return _hide(draft, refs, words)
    if not (draft.groups or said.has("adding")) and (draft.is_aggregate or said.has("narrowing")):
        list_rows(draft, refs)
        return (f"only {words}" if said.has("narrowing") else words,)
    _add(draft, refs)
    return (f"also {words}",)


def _meant(draft: Draft, mention: Mention, owner: str) -> ColumnRef:
    payload = choose(Options(draft.index).outputs(mention, owner), draft, mention.text).option.payload
    if not isinstance(payload, ColumnRef):
        raise CannotEdit(f"'{mention.text}' is no column")
    return payload


def _add(draft: Draft, refs: list[ColumnRef]) -> None:
    """Before the figures, and grouped by where there are groups."""
    shown = {ref for output in draft.dimensions for ref in draft.refs(output)}
    fresh = [draft.column(ref) for ref in refs if ref not in shown]
    if draft.groups:
        draft.groups = [*draft.groups, *(c.copy() for c in fresh if c not in draft.groups)]
    draft.outputs = [*draft.dimensions, *fresh, *draft.measures]


def _hide(draft: Draft, refs: list[ColumnRef], words: str) -> tuple[str, ...]:
    def gone(node: exp.Expr) -> bool:
        inside = draft.refs(node)
        return bool(inside) and set(inside) <= set(refs) and node.find(exp.AggFunc) is None

    left = [output for output in draft.outputs if not gone(output)]
    if not left or len(left) == len(draft.outputs):
        raise CannotEdit(f"{words} is not shown")
    draft.groups = [group for group in draft.groups if not gone(group)]
    draft.order = [term for term in draft.order if not gone(term)]
    draft.outputs = left
    return (f"without {words}",)
