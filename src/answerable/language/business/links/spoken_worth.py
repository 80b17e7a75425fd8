"""`how much did we take in May`: verbs that ask for what the business is worth, where a question is for an amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.language.business.links.business_words import business_words, phrase_of
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import SourceLexicon
from answerable.language.business.links.verb_forms import base_form
from answerable.language.business.links.word_targets import LinkKind
from answerable.language.question.tokens import Token

__all__ = ["spoken_worth"]

_AMOUNTS = (
    ("how", "much"),
    ("what", "did", "we"),
    ("what", "do", "we"),
    ("what", "have", "we"),
    ("what", "did", "each"),
)
_REACH, _MOST, _SAID = 8, 3, 0.85
_INCOME = ("revenue",)


def spoken_worth(tokens: Sequence[Token], lexicon: SourceLexicon) -> Iterator[WordLink]:
    """Only where no unit or thing stands behind `how much`: that is another amount."""
    words = [token.text.casefold() for token in tokens]
    verbs = {phrase_of(verb) for verb in business_words()["worth"]["verbs"]}
    for asked in (at for at in range(len(words)) if _asks_amount(words, at)):
        for at in range(asked + 2, min(len(words), asked + _REACH)):
            length = next((n for n in (2, 1) if _based(tokens, at, n) in verbs), 0)
            if length:
                yield from _links(at, at + length, lexicon)
                break


def _asks_amount(words: Sequence[str], at: int) -> bool:
    return any(tuple(words[at : at + len(one)]) == one for one in _AMOUNTS)


def _based(tokens: Sequence[Token], at: int, length: int) -> tuple[str, ...]:
    found = tokens[at : at + length]
    if not found or len(found) < length:
        return ()
    return (base_form(found[0].lemma), *(token.lemma for token in found[1:]))


def _links(start: int, end: int, lexicon: SourceLexicon) -> Iterator[WordLink]:
    kinds = (LinkKind.MEASURE, LinkKind.DERIVED)
    targets = [(target, score) for target, score in lexicon.targets(_INCOME) if target.kind in kinds]
    yield from (WordLink(start, end, target, score * _SAID) for target, score in targets[:_MOST])
