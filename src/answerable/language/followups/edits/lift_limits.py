"""Restrictions taken back: `for all countries again`, `regardless of channel`."""

from __future__ import annotations

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.draft import Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.linking.mentions import Mention
from answerable.sql.column_ref import ColumnRef

__all__ = ["lift_restrictions"]


def lift_restrictions(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    named = (*said.sketch.outputs, *(g.mention for g in said.sketch.groups if g.mention))
    if not said.has("lifting") or not named:
        return ()
    return tuple(note for mention in named for note in _lift(draft, mention))


def _lift(draft: Draft, mention: Mention) -> tuple[CodedMessage, ...]:
    meant = {ColumnRef(t.table, t.column) for t in mention.of("column")}
    kept = [test for test in draft.conjuncts if len(refs := draft.refs(test)) != 1 or refs[0] not in meant]
    if len(kept) == len(draft.conjuncts):
        return ()
    draft.conjuncts = kept
    return (msg("follow_up.lifted", phrase=mention.text),)
