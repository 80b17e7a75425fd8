"""A question as it may be asked: 2 to 1,000 characters, not blank."""

from __future__ import annotations

import unicodedata
import uuid
from dataclasses import field

from answerable.kernel.errors import BadQuestion
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.words.languages import chosen_language

__all__ = ["LONGEST", "SHORTEST", "Question"]

SHORTEST, LONGEST = 2, 1_000


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    lang: str = "en"
    """`auto` becomes the language of the text."""
    request_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    session_id: str = ""
    """The conversation it is asked in; empty where there is none."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lang", chosen_language(self.lang, self.text))
        length = len(self.text.strip())
        if length == 0:
            raise BadQuestion(msg("agent.blank_question"), hint=msg("agent.ask_something"))
        if length < SHORTEST:
            raise BadQuestion(msg("agent.question_too_short", text=self.text.strip()), hint=msg("agent.ask_in_words"))
        if len(self.text) > LONGEST:
            raise BadQuestion(
                msg("agent.question_too_long", count=len(self.text), most=LONGEST),
                hint=msg("common.ask_for_less"),
            )
        if not any(unicodedata.category(character)[0] in "LN" for character in self.text):
            raise BadQuestion(msg("agent.question_without_words"), hint=msg("agent.ask_in_words"))
