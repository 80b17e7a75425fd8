"""What a question's run knows so far.

Everything is a plain value that survives a checkpoint, except what is marked `Unstored`: that is heavy, or must be
made anew by whoever goes on with the run (a verdict above all).
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from answerable.agent.checks import Outcome
from answerable.answers.answer import Answer
from answerable.guard.verdict import Verdict
from answerable.kernel.errors import AnswerableError

__all__ = ["Changes", "State", "Unstored"]


class Unstored:
    """Marks what a checkpoint never holds."""


class State(TypedDict, total=False):
    # the question
    user_question: str
    request_id: str
    lang: str
    messages: list[dict[str, str]]
    """Earlier questions (role `user`) and the SQL that answered them (role `assistant`), then this question."""
    edited_turns: list[bool]
    """Of each earlier question: whether a person edited its SQL, or that of a question it builds on."""
    builds_on_edit: bool
    """The question leans on such a one."""
    picked: dict[str, Any] | None
    """The reading a person picked when it was asked back; see `clarification.PickedReading`."""

    # the data
    database_schema: str
    """Fingerprint of the schema the query is over; the schema itself is read where it is needed."""
    relevant_tables: list[str]
    source_name: str
    source_specs: list[str]
    """What was given to open it, secrets masked: whoever goes on must have the same source."""
    source_place: int
    """Its index among the context's sources."""

    # the query
    reading: dict[str, Any]
    """How the question was read: see `reading`."""
    generated_query: str
    query_explanation: str
    confidence: float
    model: str
    """The engine that wrote the SQL, or offered the reading."""
    model_use: dict[str, Any] | None
    """What a language model had to do with it: see `kernel.model_use`."""
    generation_attempt: int
    """1 to 3."""
    is_edited: bool
    """A person changed the SQL: nobody else may."""

    # validation
    is_query_valid: bool
    findings: list[dict[str, str]]
    verdict: Annotated[Verdict, Unstored]

    # approval
    estimate_rows: int | None
    needs_approval: bool
    shown_hash: str
    """Of the text that the person was asked to approve."""
    is_beforehand: bool
    """Approved by somebody who had not seen it: `--yes`."""
    user_approved: bool | None
    """None while nobody was asked."""
    approved_hash: str
    """Of the exact text that was approved."""

    # the result
    call: dict[str, Any]
    """Where the audit trail says that the query runs: log, sequence number and hash of that entry."""
    outcome: Annotated[Outcome, Unstored]
    caveats: list[dict[str, Any]]
    """Messages as plain values."""

    # correction
    problem: Annotated[AnswerableError | None, Unstored]
    needs_correction: bool
    correction_context: dict[str, Any]
    tried: list[str]
    """Every SQL that was tried, so that no attempt repeats another."""
    repairs: list[dict[str, Any]]
    """What was changed, in plain words, and whether that is doubtful."""
    learning: dict[str, Any] | None
    """What the last repair would teach, if it worked; see `repair.learning`."""

    # the answer
    answer: Annotated[Answer, Unstored]
    failure: Annotated[AnswerableError, Unstored]


Changes = State
"""What a step changes of the state."""
