"""How much of a question is read, and for how long. Steps of reading cost more than one word at a time, so words are
bounded; what they cost together is looked at between the steps."""

from __future__ import annotations

import re
import time
from math import inf

from answerable.kernel.errors import BadQuestion, CouldNotAnswer
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["MOST_WORDS", "NEW_SCHEMA_FACTOR", "UNLIMITED", "ReadingTime", "demand_few_words", "too_slow", "too_tangled"]

NEW_SCHEMA_FACTOR = 4
"""What is worked out once for a schema takes longer than a question over it."""

MOST_WORDS = 250
"""Words, numbers and signs. A thousand characters of English have some two hundred."""
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class ReadingTime:
    """For the thread that reads, on the processor: how busy the machine is with other things changes no answer."""

    seconds: float
    ends_at: float
    """On the clock of this thread's work."""

    @classmethod
    def from_now(cls, seconds: float) -> ReadingTime:
        return cls(seconds, time.thread_time() + seconds)

    def demand(self) -> None:
        """Raises CouldNotAnswer when it is over."""
        if time.thread_time() > self.ends_at:
            raise too_slow(self.seconds)


UNLIMITED = ReadingTime(inf, inf)


def demand_few_words(question: str) -> None:
    count = len(_WORD.findall(question))
    if count > MOST_WORDS:
        raise BadQuestion(
            msg("language.too_many_words", count=count, most=MOST_WORDS),
            hint=msg("common.ask_for_less"),
        )


def too_slow(seconds: float) -> CouldNotAnswer:
    return CouldNotAnswer(msg("language.reading_timed_out", seconds=seconds), hint=msg("common.ask_for_less"))


def too_tangled() -> BadQuestion:
    return BadQuestion(msg("language.too_many_parts"), hint=msg("common.ask_for_less"))
