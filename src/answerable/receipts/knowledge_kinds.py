"""Kinds of knowledge, to be read by a person."""

from __future__ import annotations

from answerable.kernel.messages import CodedMessage, msg, verbatim

__all__ = ["kind_message"]

_KINDS = {
    "learning": msg("knowledge_kind.learning"),
    "business_rule": msg("knowledge_kind.business_rule"),
    "metric": msg("knowledge_kind.metric"),
    "table_knowledge": msg("knowledge_kind.table_knowledge"),
    "verified_query": msg("knowledge_kind.verified_query"),
}


def kind_message(kind: str) -> CodedMessage:
    return _KINDS.get(kind) or verbatim(kind.replace("_", " "))
