"""A language as the explainer needs it: a table of templates, and how its lists are joined.

Templates come from our own tables; what a query holds only ever fills their places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from answerable.kernel.errors import AskerError
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["Phrasebook", "is_enclosed", "words_for"]


@dataclass(frozen=True)
class Phrasebook:
    """Phrases are of two kinds: names of values, and predicates, which can be true of a row."""

    table: Mapping[str, str]
    phrase: type[str] = str
    """What fills a template's places; a language that inflects gives its own class with a `__format__`."""

    def say(self, key: str, *parts: str) -> str:
        return self.table[key].format(*(self.phrase(part) for part in parts))

    def has(self, key: str) -> bool:
        return key in self.table

    def join_list(self, items: Sequence[str]) -> str:
        """`a, b and c`; with semicolons where an item has commas or conjunctions of its own."""
        comma, last = self.table["comma"], self.table["and_last"]
        if any(comma.strip() in item or last.strip() in item.split() for item in items) and len(items) > 1:
            return self.table["semicolon"].join(items)
        return last.join([comma.join(items[:-1]), items[-1]]) if len(items) > 1 else items[0]

    def all_of(self, predicates: Sequence[str]) -> str:
        return self._joined("and", predicates)

    def any_of(self, predicates: Sequence[str]) -> str:
        return self._joined("or", predicates)

    def _joined(self, key: str, predicates: Sequence[str]) -> str:
        *first, last = predicates
        for predicate in reversed(first):
            last = self.say(key, predicate, last)
        return last

    def bare(self, noun: str) -> str:
        """Without the article, after words such as `for each`."""
        return noun.removeprefix(self.table["article"])

    def sentences(self, clauses: Sequence[str]) -> str:
        return " ".join(f"{clause[:1].upper()}{clause[1:]}." for clause in clauses)

    def nest(self, clauses: Sequence[str]) -> str:
        return self.say("sub_query", "; ".join(clauses))


def is_enclosed(text: str) -> bool:
    """True when one pair of parentheses goes round the whole text."""
    depth = 0
    for position, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return position > 0 and position == len(text) - 1
    return False


def words_for(lang: str) -> Phrasebook:
    from answerable.explain.english_phrases import ENGLISH
    from answerable.explain.korean_phrases import KOREAN

    languages = {"en": ENGLISH, "ko": KOREAN}
    if lang not in languages:
        raise AskerError(
            msg("explain.no_such_language", language=lang),
            hint=msg("common.choose_one_of", choices=", ".join(languages)),
        )
    return languages[lang]
