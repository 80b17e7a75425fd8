"""Whether rows are asked for: `show orders with status shipped` wants orders, not one column that it does not name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from answerable.language.neural.form import Form
from answerable.language.ranking.clause_features import clauses, columns_in
from answerable.naming.trained_words import WORD, lemma, stem
from answerable.naming.word_files import word_file

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems

__all__ = ["ASKING", "shows_strays"]

_WORDS = word_file("answerable.language.ranking")
_VERBS = _WORDS.words("showing_verbs")
ASKING = frozenset((*_VERBS, "what", "which", "are", "is", "all", "the", "me", "us", "every", "of", "please", "there"))
_NAMING = _WORDS.words("naming")
"""Ends of words for what rows are called by, and so shown as: `lname` too."""


def shows_strays(question: str, form: Form, items: SchemaItems) -> bool:
    """Rows are asked for, and nothing is shown but columns nobody named, which do not even name the rows."""
    shown = clauses(form).shown_items
    if not _asks_for_rows(question, items) or any(len(one) > 1 or not columns_in(one) for one in shown):
        return False
    said = {stem(lemma(word)) for word in WORD.findall(question.lower())}
    return all(_is_stray(items.first_column + column, said, items) for one in shown for column in columns_in(one))


@lru_cache(maxsize=8)
def _asks_for_rows(question: str, items: SchemaItems) -> bool:
    """The first thing it names is a table."""
    words = WORD.findall(question.lower())
    first = next((at for at, word in enumerate(words) if word not in ASKING), len(words))
    lemmas = tuple(map(lemma, words[first:]))
    return any(name and lemmas[: len(name)] == name for name in items.lemmas[: items.first_column])


def _is_stray(item: int, said: set[str], items: SchemaItems) -> bool:
    table = items.lemmas[items.owner(item)]
    words = [word for word in items.lemmas[item] if word not in table] or items.lemmas[item]
    is_name = any(word.endswith(_NAMING) for word in words)
    return item not in items.keys and not is_name and said.isdisjoint(map(stem, words))
