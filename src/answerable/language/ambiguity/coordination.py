"""`X and Y with …`: the two things joined by `and`, and the clause that hangs on the second, or on both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.language.ambiguity.wordings import says_any, word_list
from answerable.language.question.tokens import Token
from answerable.naming.word_files import word_file

__all__ = ["Coordination", "find_coordinations"]

_LONGEST = 5
_WORDS = word_file("answerable.language.ambiguity")
_PARTICIPLES = _WORDS.words("participle_endings")
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
    if says_any(tokens, word_list("attachment", "settled")):
        return
    for position, token in enumerate(tokens):
        if token.text.casefold() == "and" and not token.quoted:
            start, opening = _start(tokens, position), _opening(tokens, position)
            if opening is not None and start < position and not says_any(tokens[opening:], frozenset(("and", "or"))):
                second = _bare(tokens[position + 1 : opening])
                yield Coordination(
                    tuple(tokens[:start]), _bare(tokens[start:position]), second, _clause(tokens, opening)
                )


def _start(tokens: Sequence[Token], position: int) -> int:
    """Where the first thing begins: after the words that ask, or a preposition."""
    asking = word_list("shown", "asking") | word_list("attachment", "openers")
    start = position
    while start > max(0, position - _LONGEST) and (tokens[start - 1].text.casefold() not in asking):
        start -= 1
    return start


def _opening(tokens: Sequence[Token], position: int) -> int | None:
    """Where the clause begins; None where a verb says something of both before it."""
    first = position + 1
    while first < len(tokens) and says_any(tokens[first : first + 1], word_list("attachment", "determiners")):
        first += 1
    for at in range(first + 1, min(first + 1 + _LONGEST, len(tokens) - 1)):
        if says_any(tokens[at : at + 1], word_list("attachment", "predicates") | {"and", ","}):
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
    return tuple(token for token in tokens if not says_any((token,), word_list("attachment", "determiners")))


def _clause(tokens: Sequence[Token], opening: int) -> tuple[Token, ...]:
    return tuple(token for token in tokens[opening:] if token.text not in ("?", ";"))
