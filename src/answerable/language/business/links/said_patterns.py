"""`whose name contains "Ander"`, `names starting with Ab`: a part of a name that the question spells out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.language.business.links.identifier_values import IdentifierSpan
from answerable.language.business.links.word_targets import LinkKind, WordTarget
from answerable.language.question.tokens import Token

__all__ = ["said_patterns"]

_CONTAIN = frozenset(("contain", "containing", "include", "including"))
_BEGIN = frozenset(("start", "starting", "begin", "beginning"))
_NAME = frozenset(("name", "named", "title", "titled", "called", "word"))
_SKIPPED = frozenset(("the", "word", "letter", "letters", "text"))
_REACH = 3


def said_patterns(tokens: Sequence[Token], names: Sequence[tuple[str, str]]) -> Iterator[IdentifierSpan]:
    """`names` are tables with the column that names their rows."""
    for at in range(len(tokens)):
        operator, text = _operator_at(tokens, at)
        while text < len(tokens) and tokens[text].lemma in _SKIPPED:
            text += 1
        if operator and text < len(tokens) and (tokens[text].quoted or _speaks_of_names(tokens, at)):
            for table, column in names:
                yield at, text + 1, WordTarget(LinkKind.VALUE, table, column, (tokens[text].text,), operator)


def _operator_at(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    """With the place of the text, so far as one follows."""
    word = tokens[at].lemma
    if word in _BEGIN and at + 1 < len(tokens) and tokens[at + 1].lemma in ("with", "in"):
        return "starts_with", at + 2
    return ("contains" if word in _CONTAIN else ""), at + 1


def _speaks_of_names(tokens: Sequence[Token], at: int) -> bool:
    return any(token.lemma in _NAME for token in tokens[max(0, at - _REACH) : at])
