"""Which groups a ranking stays within: `top 2 customers by revenue in each country`."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.mention_roles import Roles
from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import GrainWord, Number, Piece
from answerable.language.question.cue_spans import Cue
from answerable.language.rules.sketch import Group
from answerable.naming.word_files import word_file

__all__ = ["Partition", "partition_of"]


_WORDS = word_file("answerable.language.rules")
_SIZES = _WORDS.words("sizes")


@dataclass(frozen=True, slots=True)
class Partition:
    group: Group
    start: int
    end: int
    """Pieces `start` up to but without `end` that say so."""


def partition_of(pieces: Sequence[Piece], roles: Roles, words: Sequence[str] = ()) -> Partition | None:
    """The group after `in each` and its like, when something else than it is ranked."""
    ranked = next((at for at, piece in enumerate(pieces) if _is_cue(piece, "superlative", "rank")), None)
    if ranked is None:
        return None
    for at, piece in enumerate(pieces[:-1]):
        within = pieces[at + 1]
        if _is_cue(piece, "group") and _says_each(piece) and (group := _group(within, roles)):
            others = [*pieces[:at], *pieces[at + 2 :]]
            position = ranked if at > ranked else ranked - 2
            if _ranks_things(others, roles, position) or _ranks_by_size(others, roles, position, words):
                return Partition(group, at, at + 2)
    return None


def _is_cue(piece: Piece, *kinds: str) -> bool:
    return isinstance(piece, Cue) and piece.kind in kinds


def _says_each(piece: Piece) -> bool:
    return isinstance(piece, Cue) and piece.meaning == "each"


def _group(piece: Piece, roles: Roles) -> Group | None:
    if isinstance(piece, GrainWord):
        return Group(piece.mention, piece.grain)
    if (
        isinstance(piece, Mention)
        and not roles.is_value(piece)
        and (roles.is_table(piece) or not roles.is_amount(piece))
    ):
        return Group(piece)
    return None


def _ranks_things(pieces: Sequence[Piece], roles: Roles, ranked: int) -> bool:
    """Things are named to be ranked: before the superlative, or after one that does not say `most of these`."""
    if any(_is_thing(piece, roles) for piece in pieces[:ranked]):
        return True
    cue, after = pieces[ranked], pieces[ranked + 1 : ranked + 3]
    counted = bool(after) and isinstance(after[0], Number)
    thing = after[1 if counted else 0 :][:1]
    if not thing or not _is_thing(thing[0], roles):
        return False
    assert isinstance(cue, Cue)
    by_amount = any(_is_cue(piece, "group") and not _says_each(piece) for piece in pieces[ranked:])
    return counted or bool(cue.hint) or by_amount or cue.kind == "rank"


def _ranks_by_size(pieces: Sequence[Piece], roles: Roles, ranked: int, words: Sequence[str]) -> bool:
    """`the largest expense in each category`: one row, by its amount."""
    cue, thing = pieces[ranked], pieces[ranked + 1] if ranked + 1 < len(pieces) else None
    sized = " ".join(words[cue.start : cue.end]).removeprefix("the ") in _SIZES
    return sized and isinstance(thing, Mention) and roles.has_amount(thing)


def _is_thing(piece: Piece, roles: Roles) -> bool:
    return (
        isinstance(piece, Mention)
        and not roles.is_value(piece)
        and (roles.is_table(piece) or not roles.is_amount(piece))
    )
