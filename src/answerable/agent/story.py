"""How a question becomes an answer, for whoever wants just the answer.

    route → retrieve → plan → translate      which source, what is known of it, the SQL that would answer
    validate → confirm                       the guard's word on it, and a person's where the risk asks for one
    execute → check                          within limits; what a reader must know of the result
    diagnose → repair                        what went wrong is put right at most twice, each time differently
    answer → record                          the sentence, the chart, where it comes from; the last line of the record

The steps are small functions in `graph/`, which also says what follows what. Every step that decides something leaves a
record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.agent.conversing import Agent
from answerable.agent.desk import Desk
from answerable.agent.events import Answered, AskedBack, Failed
from answerable.errors import NeedsClarification

if TYPE_CHECKING:
    from answerable.agent.question import Question
    from answerable.answers.answer import Answer
    from answerable.language import Turn

__all__ = ["Desk", "answer_question"]


def answer_question(question: Question, desk: Desk, turns: tuple[Turn, ...] = ()) -> Answer:
    """Raises NeedsClarification, Refused or CouldNotAnswer, each with what to do next."""
    match Agent(desk).answered(question, turns):
        case Answered(answer):
            return answer
        case AskedBack(asked, basis=basis):
            raise NeedsClarification(asked.question, clarification=asked, basis=basis)
        case Failed(error):
            raise error
        case other:
            raise RuntimeError(f"a run without a saver ended with {type(other).__name__}")
