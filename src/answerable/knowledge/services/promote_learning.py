"""Make a rule or a verified query of what was learned: from then on a person answers for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from answerable.kernel.errors import BadKnowledge, TooLate
from answerable.kernel.messages import msg
from answerable.knowledge.models import AgentLearning, StoredEntry, model_of
from answerable.knowledge.services.save_entry import save_entry

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.kernel.schema import DatabaseSchema

__all__ = ["promote_learning"]

_LONGEST_TITLE = 255


@transaction.atomic
def promote_learning(
    learning: AgentLearning,
    kind: str,
    *,
    question: str = "",
    schemas: Sequence[DatabaseSchema] = (),
    by: User | None = None,
) -> StoredEntry:
    """`kind` is `business_rule` or `verified_query`; the latter answers `question` by the corrected SQL.

    The learning retires where what was made says all it did. What it changes in other ways than a rule can, it goes on
    changing. Raises BadKnowledge, TooLate."""
    held = AgentLearning.objects.select_for_update().get(pk=learning.pk)
    if held.promoted_to:
        raise TooLate(msg("knowledge.promoted_already", kind=held.promoted_to))
    said = _rule(held) if kind == "business_rule" else _query(held, question, by)
    made = save_entry(model_of(kind)(project=held.project), said, schemas=schemas, by=by)
    held.promoted_to = kind
    held.is_active = held.effect is not None and not said.get("required_filter")
    held.save(by=by)
    return made


def _rule(learning: AgentLearning) -> dict[str, Any]:
    effect = learning.effect or {"kind": ""}
    return {
        "title": learning.description.splitlines()[0][:_LONGEST_TITLE],
        "description": learning.description,
        "applies_to_tables": learning.applies_to_tables,
        "required_filter": effect["condition"] if effect["kind"] == "require_filter" else "",
    }


def _query(learning: AgentLearning, question: str, by: User | None) -> dict[str, Any]:
    if not learning.corrected_sql:
        raise BadKnowledge(msg("knowledge.no_corrected_sql"))
    if not question.strip():
        raise BadKnowledge(msg("knowledge.no_question"))
    return {
        "name": question.strip()[:_LONGEST_TITLE],
        "description": question,
        "sql": learning.corrected_sql,
        "tables_used": learning.applies_to_tables,
        "verified_by": by.get_username() if by else "",
        "verified_at": timezone.now().isoformat(),
    }
