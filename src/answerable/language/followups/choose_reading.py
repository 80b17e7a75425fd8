"""Which of several options a follow-up means: the one nearest to the earlier query."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.query_model.filled_query import Filter
from answerable.language.rules.slot_options import Option
from answerable.sql.column_ref import ColumnRef

__all__ = ["Chosen", "choose"]

_STEP, _REPEATING, _USED = 0.1, 0.25, 0.15
_TIED = 0.02


@dataclass(frozen=True, slots=True)
class Chosen:
    option: Option
    rivals: tuple[Option, ...] = ()
    """Others that fit as well: a reason to ask back."""


def choose(options: Sequence[Option], draft: Draft, phrase: str | None) -> Chosen:
    """The best option by its own score, its distance, and whether its column is in use already."""
    scored = [(score, option) for option in options if (score := _score(option, draft)) is not None]
    if not scored:
        raise CannotEdit(msg("cannot_edit.no_place", phrase=phrase) if phrase else msg("cannot_edit.number_no_place"))
    scored.sort(key=lambda pair: -pair[0])
    best = scored[0][0]
    return Chosen(scored[0][1], tuple(option for score, option in scored[1:] if best - score < _TIED))


def _score(option: Option, draft: Draft) -> float | None:
    try:
        path = draft.path(option.table)
    except CannotEdit:
        return None
    used = _USED if _column_of(option) in draft.refs(draft.select) else 0.0
    return option.score + used - _STEP * len(path) - _REPEATING * any(step.multiplies for step in path)


def _column_of(option: Option) -> ColumnRef | None:
    payload = option.payload
    if isinstance(payload, Filter):
        return payload.ref
    if isinstance(payload, tuple) and payload:
        return payload[0].ref
    return payload if isinstance(payload, ColumnRef) else None
