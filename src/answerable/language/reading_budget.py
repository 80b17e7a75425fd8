"""How much of a question is read. Steps of reading cost more than one word at a time, so words are bounded."""

from __future__ import annotations

import re

from answerable.errors import BadQuestion

__all__ = ["MOST_WORDS", "demand_few_words", "too_tangled"]

MOST_WORDS = 250
"""Words, numbers and signs. A thousand characters of English have some two hundred."""
_WORD = re.compile(r"\w+|[^\w\s]")


def demand_few_words(question: str) -> None:
    count = len(_WORD.findall(question))
    if count > MOST_WORDS:
        raise BadQuestion(
            f"The question has {count:,} words and signs; at most {MOST_WORDS:,} are read.",
            hint="Ask for less at a time.",
        )


def too_tangled() -> BadQuestion:
    return BadQuestion("The question has too many parts to be read.", hint="Ask for less at a time.")
