"""What people call the rows that came to a date: sign-ups, leavers, arrivals."""

from __future__ import annotations

from answerable.language.business.links.business_words import phrase_of
from answerable.language.question.word_lists import Phrase
from answerable.semantics import DateRole
from answerable.semantics.meaning_words import word_data

__all__ = ["happening_nouns"]


def happening_nouns(day: DateRole) -> tuple[Phrase, ...]:
    """By the date's role, its label, and the words of that."""
    by_role: dict[str, list[str]] = word_data("date_words")["role_nouns"]
    by_label: dict[str, list[str]] = word_data("date_words")["label_nouns"]
    said = [*by_role.get(day.role, ())]
    for key in dict.fromkeys((day.label, *day.label.split())):
        said += by_label.get(key, ())
    return tuple(dict.fromkeys(phrase_of(noun) for noun in said))
