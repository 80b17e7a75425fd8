"""Entries of a project's knowledge, a noun a file, the history of their changes, and recipes."""

from __future__ import annotations

from answerable.knowledge.models.agent_learning import AgentLearning
from answerable.knowledge.models.business_rule import BusinessRule
from answerable.knowledge.models.canonical_metric import CanonicalMetric
from answerable.knowledge.models.entry_change import EntryAction, EntryChange
from answerable.knowledge.models.recipe import Recipe
from answerable.knowledge.models.stored_entry import StoredEntry
from answerable.knowledge.models.table_knowledge import TableKnowledge
from answerable.knowledge.models.verified_query import VerifiedQuery

__all__ = [
    "MODELS",
    "AgentLearning",
    "BusinessRule",
    "CanonicalMetric",
    "EntryAction",
    "EntryChange",
    "Recipe",
    "StoredEntry",
    "TableKnowledge",
    "VerifiedQuery",
    "model_of",
]

MODELS: tuple[type[StoredEntry], ...] = (TableKnowledge, CanonicalMetric, VerifiedQuery, BusinessRule, AgentLearning)
"""In the order of `knowledge_files.entry_fields.KINDS`."""


def model_of(kind: str) -> type[StoredEntry]:
    """By the name that receipts call it."""
    return next(model for model in MODELS if model.kind.name == kind)
