"""Flags and gaps: `only insured`, `and not insured?`, `without a discount`."""

from __future__ import annotations

from answerable.language.conditions import condition
from answerable.language.followups.choosing import choose
from answerable.language.followups.draft import Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.options import Options
from answerable.language.query import Absence, Filter
from answerable.language.sketch import Presence

__all__ = ["require_presence"]


def require_presence(draft: Draft, said: Fragment) -> tuple[str, ...]:
    return tuple(_test(draft, wanted) for wanted in said.sketch.presences)


def _test(draft: Draft, wanted: Presence) -> str:
    payload = choose(Options(draft.index).presences(wanted, draft.root), draft, wanted.mention.text).option.payload
    if isinstance(payload, Absence):
        exists = draft.exists(draft.path(payload.table), [])
        draft.conjuncts = [*draft.conjuncts, exists if payload.present else exists.not_()]
        return f"{'with' if payload.present else 'without'} rows of {payload.table}"
    assert isinstance(payload, Filter)
    draft.reach(payload.ref.table)
    kept = [test for test in draft.conjuncts if draft.refs(test) != (payload.ref,)]
    column = draft.index.column(payload.ref.table, payload.ref.name)
    draft.conjuncts = [*kept, condition(payload, column, draft.names, draft.dialect)]
    return f"{payload.ref} {'is set' if wanted.present else 'is not set'}"
