"""A question without the words that tell of its data: names and values become tokens, everyday words stay."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from answerable.naming.inflection import stem

if TYPE_CHECKING:
    from answerable.hybrid.prompt.wire_names import BlindNames
    from answerable.hybrid.sight import Sight

__all__ = ["blind_question"]

_WORD = re.compile(r"[^\W_]+(?:['’_-][^\W_]+)*")
_LONGEST_VALUE = 5
_MOST_COLUMNS = 2


def blind_question(question: str, sight: Sight, names: BlindNames) -> str:
    words = list(_WORD.finditer(question))
    parts: list[str] = []
    at = end = 0
    while at < len(words):
        width = _value_width(question, words, at, sight)
        last = words[at + width - 1]
        text = question[words[at].start() : last.end()]
        token = f"'{names.value_token(_as_written(text, sight))}'" if width > 1 else _told(text, sight, names)
        parts += [question[end : words[at].start()], token]
        at, end = at + width, last.end()
    return "".join([*parts, question[end:]])


def _value_width(question: str, words: list[re.Match[str]], at: int, sight: Sight) -> int:
    """Of how many words the longest value is that begins here; 1 where none does."""
    for width in range(min(_LONGEST_VALUE, len(words) - at), 1, -1):
        if question[words[at].start() : words[at + width - 1].end()].casefold() in sight.tables_of_values:
            return width
    return 1


def _told(word: str, sight: Sight, names: BlindNames) -> str:
    if word.isdigit() or word.casefold() in everyday_words():
        return word
    if word.casefold() in sight.tables_of_values:
        return f"'{names.value_token(_as_written(word, sight))}'"
    root = stem(word.casefold())
    tables = [name for name, stems in sight.stems_of_names.items() if root in stems]
    if tables:
        return names.table(tables[0])
    columns = [
        names.column(table.qualified, column.name)
        for table in sight.schema.tables
        for column in table.columns
        if any(root in {stem(one) for one in known} for known in sight.fixing.names_of_column(table, column))
    ]
    return "/".join(list(dict.fromkeys(columns))[:_MOST_COLUMNS]) or names.word_token(word)


def _as_written(text: str, sight: Sight) -> str:
    for name in sight.tables_of_values.get(text.casefold(), ()):
        table = sight.schema.table(name)
        for column in table.columns if table else ():
            found = next((one for one in column.common_values if one.casefold() == text.casefold()), None)
            if found is not None:
                return found
    return text


@cache
def everyday_words() -> frozenset[str]:
    text = resources.files("answerable.hybrid.prompt").joinpath("everyday_words.txt").read_text("utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
