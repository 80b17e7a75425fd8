"""How a question becomes an answer: the one room that knows the whole story, and the only one that doors call."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.agent.approval_rules import Approve, Decision, Preview, say_yes
    from answerable.agent.ask_question import ask
    from answerable.agent.batch_translation import translate_batch
    from answerable.agent.context.cancellation import Stop
    from answerable.agent.context.open_context import open_run_context
    from answerable.agent.context.run_context import RunContext
    from answerable.agent.context.source_pool import SourcePool
    from answerable.agent.doctor import Check, Scorecard, check_installation, examine
    from answerable.agent.events import (
        Answered,
        ApprovalNeeded,
        AskedBack,
        Event,
        Failed,
        GeneratedSql,
        QueryRejected,
        QueryWritten,
        StatusChanged,
    )
    from answerable.agent.explain_sql import explain_query
    from answerable.agent.guard_batch import judge_batch
    from answerable.agent.proof.audit_queries import (
        AuditReport,
        check_evidence_in,
        entries_of_request,
        export_request,
        key_id_of,
        verify_audit,
    )
    from answerable.agent.proof.recheck import recheck
    from answerable.agent.proof.verify_receipt import Checked, check_receipt, diff_receipts, verify_receipt
    from answerable.agent.question import Question
    from answerable.agent.run import Agent, answer_of
    from answerable.agent.source_meaning import SourceMeaning, meaning_of_source, meaning_of_sources
    from answerable.agent.source_profile import ColumnProfile, Profile, TableProfile, profile_source

_HOME = {
    "Agent": "run",
    "Answered": "events",
    "ApprovalNeeded": "events",
    "Approve": "approval_rules",
    "AskedBack": "events",
    "AuditReport": "proof.audit_queries",
    "Check": "doctor",
    "Checked": "proof.verify_receipt",
    "ColumnProfile": "source_profile",
    "Decision": "approval_rules",
    "Event": "events",
    "Failed": "events",
    "GeneratedSql": "events",
    "Preview": "approval_rules",
    "Profile": "source_profile",
    "QueryRejected": "events",
    "QueryWritten": "events",
    "Question": "question",
    "RunContext": "context.run_context",
    "Scorecard": "doctor",
    "SourceMeaning": "source_meaning",
    "SourcePool": "context.source_pool",
    "StatusChanged": "events",
    "Stop": "context.cancellation",
    "TableProfile": "source_profile",
    "answer_of": "run",
    "ask": "ask_question",
    "check_evidence_in": "proof.audit_queries",
    "check_installation": "doctor",
    "check_receipt": "proof.verify_receipt",
    "diff_receipts": "proof.verify_receipt",
    "entries_of_request": "proof.audit_queries",
    "examine": "doctor",
    "explain_query": "explain_sql",
    "export_request": "proof.audit_queries",
    "judge_batch": "guard_batch",
    "key_id_of": "proof.audit_queries",
    "meaning_of_source": "source_meaning",
    "meaning_of_sources": "source_meaning",
    "open_run_context": "context.open_context",
    "profile_source": "source_profile",
    "recheck": "proof.recheck",
    "say_yes": "approval_rules",
    "translate_batch": "batch_translation",
    "verify_audit": "proof.audit_queries",
    "verify_receipt": "proof.verify_receipt",
}

__all__ = [
    "Agent",
    "Answered",
    "ApprovalNeeded",
    "Approve",
    "AskedBack",
    "AuditReport",
    "Check",
    "Checked",
    "ColumnProfile",
    "Decision",
    "Event",
    "Failed",
    "GeneratedSql",
    "Preview",
    "Profile",
    "QueryRejected",
    "QueryWritten",
    "Question",
    "RunContext",
    "Scorecard",
    "SourceMeaning",
    "SourcePool",
    "StatusChanged",
    "Stop",
    "TableProfile",
    "answer_of",
    "ask",
    "check_evidence_in",
    "check_installation",
    "check_receipt",
    "diff_receipts",
    "entries_of_request",
    "examine",
    "explain_query",
    "export_request",
    "judge_batch",
    "key_id_of",
    "meaning_of_source",
    "meaning_of_sources",
    "open_run_context",
    "profile_source",
    "recheck",
    "say_yes",
    "translate_batch",
    "verify_audit",
    "verify_receipt",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"answerable.agent.{_HOME[name]}"), name)
