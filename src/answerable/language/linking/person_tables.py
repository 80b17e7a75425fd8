"""People named by no noun of the schema: `who`, `anyone`, `headcount` mean the table of people nearest to the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.column_traits import labels
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import Piece
from answerable.language.linking.schema_index import LinkTarget, SchemaIndex
from answerable.language.question.cue_spans import Cue
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import people_words
from answerable.naming.identifiers import identifier_lemmas

__all__ = ["WHO", "is_paid", "people_tables", "with_people"]

WHO, _COUNT = "who", "headcount"
_SURE = 0.9
_FURTHEST, _SHORT_CLAUSE = 3, 3


@dataclass(frozen=True, slots=True)
class _Person:
    table: str
    distance: int
    fits: bool
    """The question's verb is what such people do: customers pay, employees earn."""


def with_people(
    pieces: Sequence[Piece], tokens: Sequence[Token], index: SchemaIndex, graph: JoinGraph
) -> tuple[Piece, ...]:
    """The pieces with a mention of a table where a pronoun stands for its rows."""
    parted = _parted(pieces, tokens)
    if not _pronouns(tokens) and not any(_is_who(piece, tokens) for piece in parted):
        return tuple(parted)
    tables = people_tables(index)
    named = [piece for piece in pieces if isinstance(piece, Mention)]
    if not tables or any(target.table in tables for mention in named for target in mention.of("table")[:1]):
        return tuple(pieces)
    pieces = parted
    chosen = _nearest(tables, [mention.best.table for mention in named], tokens, graph, index)
    if chosen is None:
        return tuple(piece for piece in pieces if not (_is_who(piece, tokens) and piece.start == 0))
    result = [_read(piece, tokens, chosen, index) for piece in pieces]
    taken = {position for piece in result for position in range(piece.start, piece.end)}
    result += [_mention(position, tokens, chosen) for position in _pronouns(tokens) if position not in taken]
    result += [Cue(m.start, m.end, "aggregate", "count") for m in result if m.start in _counts(tokens)]
    return tuple(sorted(result, key=lambda piece: (piece.start, isinstance(piece, Mention))))


def people_tables(index: SchemaIndex) -> tuple[str, ...]:
    """Tables whose rows are persons, told by their name."""
    own = (table for table in index.schema.tables if table.qualified not in index.roles.real)
    return tuple(table.qualified for table in own if people_words().tables.intersection(_last(table.name)))


def is_paid(table: str) -> bool:
    """Whether such people are paid for what they do, so that `paid` says what they get."""
    return bool(people_words().earning.intersection(_last(table)))


def _last(name: str) -> tuple[str, ...]:
    return identifier_lemmas(name.rsplit(".", 1)[-1])[-1:]


def _nearest(
    tables: Iterable[str], named: Sequence[str], tokens: Sequence[Token], graph: JoinGraph, index: SchemaIndex
) -> LinkTarget | None:
    """The people from whom everything else named is reached in the fewest steps; None where several are as near."""
    said = frozenset(token.lemma for token in tokens)
    result = [_person(table, named, said, graph, index) for table in tables]
    ranked = sorted((p for p in result if p is not None), key=lambda p: (p.distance, not p.fits, p.table))
    if not ranked or not named:
        return None
    tied = [p for p in ranked if (p.distance, p.fits) == (ranked[0].distance, ranked[0].fits)]
    return LinkTarget("table", ranked[0].table, score=_SURE) if len(tied) == 1 else None


def _person(
    table: str, named: Sequence[str], said: frozenset[str], graph: JoinGraph, index: SchemaIndex
) -> _Person | None:
    paths = [graph.path(table, _real(other, index), said) for other in dict.fromkeys(named)]
    if any(path is None or len(path) > _FURTHEST for path in paths):
        return None
    fits = any(said & verbs and doers.intersection(_last(table)) for verbs, doers in people_words().doings)
    return _Person(table, sum(len(path or ()) for path in paths), fits)


def _real(table: str, index: SchemaIndex) -> str:
    return index.roles.real.get(table, table)


def _read(piece: Piece, tokens: Sequence[Token], chosen: LinkTarget, index: SchemaIndex) -> Piece:
    """A `who` that asks becomes a mention; one that only joins two clauses stays."""
    if not _is_who(piece, tokens):
        return piece
    if piece.start == 0:
        return _mention(piece.start, tokens, chosen)
    asks = tokens[piece.start - 1].lemma in ("and", ",", "me") and len(tokens) - piece.end <= _SHORT_CLAUSE
    return _mention(piece.start, tokens, _name(chosen, index)) if asks else piece


def _parted(pieces: Sequence[Piece], tokens: Sequence[Token]) -> list[Piece]:
    """`Who never …` with its `who` by itself."""
    first = pieces[0] if pieces else None
    if not isinstance(first, Cue) or first.end == 1 or first.start or tokens[0].lemma != WHO:
        return list(pieces)
    return [Cue(0, 1, "list", "list"), replace(first, start=1), *pieces[1:]]


def _is_who(piece: Piece, tokens: Sequence[Token]) -> bool:
    return isinstance(piece, Cue) and piece.end - piece.start == 1 and tokens[piece.start].lemma == WHO


def _name(chosen: LinkTarget, index: SchemaIndex) -> LinkTarget:
    """`… and who made it` asks for one more column."""
    return replace(chosen, kind="column", columns=(labels(index.table(chosen.table))[0].name,))


def _pronouns(tokens: Sequence[Token]) -> list[int]:
    return [
        position for position, token in enumerate(tokens) if token.lemma in people_words().pronouns and not token.quoted
    ]


def _counts(tokens: Sequence[Token]) -> list[int]:
    return [position for position, token in enumerate(tokens) if token.lemma == _COUNT]


def _mention(position: int, tokens: Sequence[Token], chosen: LinkTarget) -> Mention:
    return Mention(position, position + 1, tokens[position].text, (chosen,))
