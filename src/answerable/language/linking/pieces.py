"""The question as a row of pieces — dates, cues, mentions, numbers, quoted text — that do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.mentions import Mention
from answerable.language.question.cue_spans import Cue
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.question.tokens import Token

__all__ = ["FreeText", "GrainWord", "Number", "Piece", "arrange"]

_MAY_BE_NAMES = ("aggregate", "superlative", "share", "list", "product", "compare", "distinct")


@dataclass(frozen=True, slots=True)
class Number:
    start: int
    end: int
    value: Decimal


@dataclass(frozen=True, slots=True)
class FreeText:
    """Words of the asker's own that are no known value: quoted, or written with a capital."""

    start: int
    end: int
    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class GrainWord:
    """`month`, `yearly`: a step of time to group by, or a column that happens to be named so."""

    start: int
    end: int
    grain: str
    always: bool
    """True for `monthly`, which can mean nothing else."""
    mention: Mention | None = None


Piece = DateMention | Cue | GrainWord | Mention | Number | FreeText


def arrange(
    tokens: Sequence[Token], dates: Sequence[DateMention], cues: Sequence[Cue], mentions: Sequence[Mention]
) -> tuple[Piece, ...]:
    """All pieces in order. Dates come first, then the longer of a cue and a mention that overlap, cues before names."""
    taken = {position for date in dates for position in range(date.start, date.end)}
    kept_cues, kept_mentions = _settled([c for c in cues if _free(c, taken)], [m for m in mentions if _free(m, taken)])
    pieces: list[Piece] = [*dates, *kept_mentions, *(_grained(cue, mentions) for cue in kept_cues)]
    taken |= {position for piece in pieces for position in range(piece.start, piece.end)}
    pieces += _numbers(tokens, taken)
    pieces += _texts(tokens, taken)
    return tuple(sorted(pieces, key=lambda piece: piece.start))


def _grained(cue: Cue, mentions: Sequence[Mention]) -> Cue | GrainWord:
    if cue.kind != "grain":
        return cue
    named = next((m for m in mentions if (m.start, m.end) == (cue.start, cue.end) and m.of("column")), None)
    return GrainWord(cue.start, cue.end, cue.meaning, bool(cue.hint), named)


def _free(piece: Piece, taken: set[int]) -> bool:
    return taken.isdisjoint(range(piece.start, piece.end))


def _settled(cues: list[Cue], mentions: list[Mention]) -> tuple[list[Cue], list[Mention]]:
    lost_cues: set[Cue] = set()
    lost_mentions: set[Mention] = set()
    for cue in cues:
        for mention in mentions:
            if cue.start < mention.end and mention.start < cue.end:
                if _is_name(cue, mention, cues, mentions):
                    lost_cues.add(cue)
                else:
                    lost_mentions.add(mention)
    return [c for c in cues if c not in lost_cues], [m for m in mentions if m not in lost_mentions]


def _is_name(cue: Cue, mention: Mention, cues: list[Cue], mentions: list[Mention]) -> bool:
    """Whether overlapping words name something: longer than the cue, or `total` with nothing after it to add up."""
    if mention.end - mention.start != cue.end - cue.start:
        return mention.end - mention.start > cue.end - cue.start
    if mention.best.kind == "metric":
        return True
    if cue.kind not in _MAY_BE_NAMES or mention.best.score < 0.9:
        return False
    after_aggregate = any(c.kind == "aggregate" and c.end == cue.start for c in cues)
    return after_aggregate or not any(m.start >= cue.end for m in mentions)


def _numbers(tokens: Sequence[Token], taken: set[int]) -> list[Piece]:
    return [
        Number(position, position + 1, token.number)
        for position, token in enumerate(tokens)
        if token.number is not None and position not in taken
    ]


def _texts(tokens: Sequence[Token], taken: set[int]) -> list[Piece]:
    """Quoted text, and runs of capitalised words after the first, that nothing else explains."""
    result: list[Piece] = []
    position = 0
    while position < len(tokens):
        end = position
        while (
            end < len(tokens)
            and end not in taken
            and _own_words(tokens, end)
            and (end == position or not tokens[end].quoted)
        ):
            end += 1
        if end > position:
            words = " ".join(token.text for token in tokens[position:end])
            result.append(FreeText(position, end, words, tokens[position].quoted))
        position = max(end, position + 1)
    return result


def _own_words(tokens: Sequence[Token], position: int) -> bool:
    token = tokens[position]
    capital = token.text[:1].isupper() and position > 0 and token.number is None
    return token.quoted or capital
