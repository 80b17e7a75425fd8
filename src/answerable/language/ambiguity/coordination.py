"""`X and Y with …`: the two things joined by `and`, and the clause that hangs on the second, or on both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from answerable.language.ambiguity.wording import said, word_list
from answerable.language.normalise import Token

__all__ = ["Coordination", "find_coordinations"]

_LONGEST = 5
_PARTICIPLES = ("ed", "ing", "ten", "wn", "ung", "eld", "old")
_SHORTEST_PARTICIPLE = 4


@dataclass(frozen=True, slots=True)
class Coordination:
    before: tuple[Token, ...]
    """What stands before the first: what is asked of both."""
    first: tuple[Token, ...]
    second: tuple[Token, ...]
    clause: tuple[Token, ...]


def find_coordinations(tokens: Sequence[Token]) -> Iterator[Coordination]:
    """Every `and` between two short phrases of which the second is followed by a clause to the question's end."""
    if said(tokens, word_list("attachment", "settled")):
        return
    for place, token in enumerate(tokens):
        if token.text.casefold() == "and" and not token.quoted:
            start, opening = _start(tokens, place), _opening(tokens, place)
            if opening is not None and start < place and not said(tokens[opening:], frozenset(("and", "or"))):
                second = _bare(tokens[place + 1 : opening])
                yield Coordination(tuple(tokens[:start]), _bare(tokens[start:place]), second, _clause(tokens, opening))


def _start(tokens: Sequence[Token], place: int) -> int:
    """Where the first thing begins: after the words that ask, or a preposition."""
    asking = word_list("shown", "asking") | word_list("attachment", "openers")
    start = place
    while start > max(0, place - _LONGEST) and (tokens[start - 1].text.casefold() not in asking):
        start -= 1
    return start


def _opening(tokens: Sequence[Token], place: int) -> int | None:
    """Where the clause begins; None where a verb says something of both before it."""
    first = place + 1
    while first < len(tokens) and said(tokens[first : first + 1], word_list("attachment", "determiners")):
        first += 1
    for at in range(first + 1, min(first + 1 + _LONGEST, len(tokens) - 1)):
        if said(tokens[at : at + 1], word_list("attachment", "predicates") | {"and", ","}):
            return None
        if _opens(tokens[at]):
            return at
    return None


def _opens(token: Token) -> bool:
    word = token.text.casefold()
    if word in word_list("attachment", "openers"):
        return True
    return len(word) > _SHORTEST_PARTICIPLE and word.endswith(_PARTICIPLES) and not token.quoted


def _bare(tokens: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(token for token in tokens if not said((token,), word_list("attachment", "determiners")))


def _clause(tokens: Sequence[Token], opening: int) -> tuple[Token, ...]:
    return tuple(token for token in tokens[opening:] if token.text not in ("?", ";"))
