"""A question as it may be asked: 2 to 1,000 characters, not blank."""

from __future__ import annotations

import unicodedata
import uuid
from dataclasses import dataclass, field

from answerable.errors import BadQuestion

__all__ = ["LONGEST", "SHORTEST", "Question"]

SHORTEST, LONGEST = 2, 1_000


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    lang: str = "en"
    request_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    session_id: str = ""
    """The conversation it is asked in; empty where there is none."""

    def __post_init__(self) -> None:
        length = len(self.text.strip())
        if length == 0:
            raise BadQuestion("The question is blank.", hint='Ask something, e.g. "how many orders are there?".')
        if length < SHORTEST:
            raise BadQuestion(f"The question '{self.text.strip()}' is too short.", hint="Ask in a few words.")
        if len(self.text) > LONGEST:
            raise BadQuestion(
                f"The question has {len(self.text):,} characters; at most {LONGEST:,} are read.",
                hint="Ask for less at a time.",
            )
        if not any(unicodedata.category(character)[0] in "LN" for character in self.text):
            raise BadQuestion("The question has no words in it.", hint="Ask in a few words.")
