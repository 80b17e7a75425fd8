"""Flags and gaps: `only insured`, `and not insured?`, `without a discount`."""

from __future__ import annotations

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.query.conditions import condition
from answerable.language.query_model.filled_query import Absence, Filter
from answerable.language.rules.sketch import Presence
from answerable.language.rules.slot_options import Options

__all__ = ["require_presence"]


def require_presence(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    return tuple(_test(draft, wanted) for wanted in said.sketch.presences)


def _test(draft: Draft, wanted: Presence) -> CodedMessage:
    payload = choose(Options(draft.index).presences(wanted, draft.root), draft, wanted.mention.text).option.payload
    if isinstance(payload, Absence):
        exists = draft.exists(draft.path(payload.table), [])
        draft.conjuncts = [*draft.conjuncts, exists if payload.present else exists.not_()]
        if payload.present:
            return msg("follow_up.with_rows", table=payload.table)
        return msg("follow_up.without_rows", table=payload.table)
    assert isinstance(payload, Filter)
    draft.reach(payload.ref.table)
    kept = [test for test in draft.conjuncts if draft.refs(test) != (payload.ref,)]
    column = draft.index.column(payload.ref.table, payload.ref.name)
    draft.conjuncts = [*kept, condition(payload, column, draft.names, draft.dialect)]
    name = str(payload.ref)
    return msg("follow_up.is_set", column=name) if wanted.present else msg("follow_up.not_set", column=name)
