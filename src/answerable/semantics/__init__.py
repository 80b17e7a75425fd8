"""What the tables and columns of a source mean: the semantic model, inferred from its schema and a few values."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from answerable.semantics.semantic_model import (
    BusinessDimension,
    BusinessEvent,
    BusinessMeasure,
    Clue,
    CodeDecoding,
    DateRole,
    DerivedMeasure,
    Entity,
    FlagColumn,
    HiddenType,
    Hierarchy,
    Participant,
    Relationship,
    RowCondition,
    SemanticModel,
    StatusColumn,
    Unknown,
    UsualExclusion,
)

if TYPE_CHECKING:
    from answerable.semantics.model_builder import build_semantics

__all__ = [
    "BusinessDimension",
    "BusinessEvent",
    "BusinessMeasure",
    "Clue",
    "CodeDecoding",
    "DateRole",
    "DerivedMeasure",
    "Entity",
    "FlagColumn",
    "HiddenType",
    "Hierarchy",
    "Participant",
    "Relationship",
    "RowCondition",
    "SemanticModel",
    "StatusColumn",
    "Unknown",
    "UsualExclusion",
    "build_semantics",
]


def __getattr__(name: str) -> Any:
    """What builds models is loaded when a model is not kept yet."""
    if name != "build_semantics":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("answerable.semantics.model_builder").build_semantics
