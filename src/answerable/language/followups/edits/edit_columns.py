"""Columns: `show the names too` adds, `only their names` leaves nothing else, `drop the country` takes away."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.edit_counts import list_rows
from answerable.language.followups.fragment import Fragment
from answerable.language.linking.mentions import Mention
from answerable.language.rules.slot_options import Options
from answerable.sql.column_ref import ColumnRef

__all__ = ["show_columns"]


def show_columns(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    sketch = said.sketch
    if not sketch.outputs or sketch.function is not None or said.has("same", "lifting"):
        return ()
    owner = next((t.table for t in sketch.subject.of("table")), None) if sketch.subject else None
    refs = [_meant(draft, mention, owner or draft.root) for mention in sketch.outputs]
    names = tuple(str(ref) for ref in refs)
    if said.has("removing"):
        return _hide(draft, refs, names)
    if not (draft.groups or said.has("adding")) and (draft.is_aggregate or said.has("narrowing")):
        list_rows(draft, refs)
        only = said.has("narrowing")
        return (msg("follow_up.only_columns", columns=names) if only else msg("follow_up.columns", columns=names),)
    _add(draft, refs)
    return (msg("follow_up.also_columns", columns=names),)


def _meant(draft: Draft, mention: Mention, owner: str) -> ColumnRef:
    payload = choose(Options(draft.index).outputs(mention, owner), draft, mention.text).option.payload
    if not isinstance(payload, ColumnRef):
        raise CannotEdit(msg("cannot_edit.no_column", phrase=mention.text))
    return payload


def _add(draft: Draft, refs: list[ColumnRef]) -> None:
    """Before the figures, and grouped by where there are groups."""
    shown = {ref for output in draft.dimensions for ref in draft.refs(output)}
    fresh = [draft.column(ref) for ref in refs if ref not in shown]
    if draft.groups:
        draft.groups = [*draft.groups, *(c.copy() for c in fresh if c not in draft.groups)]
    draft.outputs = [*draft.dimensions, *fresh, *draft.measures]


def _hide(draft: Draft, refs: list[ColumnRef], names: tuple[str, ...]) -> tuple[CodedMessage, ...]:
    def is_hidden(node: exp.Expr) -> bool:
        inside = draft.refs(node)
        return bool(inside) and set(inside) <= set(refs) and node.find(exp.AggFunc) is None

    left = [output for output in draft.outputs if not is_hidden(output)]
    if not left or len(left) == len(draft.outputs):
        raise CannotEdit(msg("cannot_edit.not_shown", columns=names))
    draft.groups = [group for group in draft.groups if not is_hidden(group)]
    draft.order = [term for term in draft.order if not is_hidden(term)]
    draft.outputs = left
    return (msg("follow_up.without_columns", columns=names),)
