"""Verbs that name a key or an amount: `approved` an expense says through which key, `spent` says of what.

`employees who approved an expense` speaks of employees as approvers, so every mention of them becomes one of that role;
the role's own key then joins them, and the other keys to the same table cannot be taken for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.language.linking.column_traits import is_measure
from answerable.language.linking.mentions import Mention
from answerable.language.linking.person_tables import is_paid, people_tables
from answerable.language.linking.pieces import Piece
from answerable.language.linking.schema_index import LinkTarget, SchemaIndex
from answerable.language.question.cue_spans import Cue
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import spending_words
from answerable.naming.word_files import word_file

__all__ = ["with_spending", "with_verbs"]

_WORDS = word_file("answerable.language.linking")
_PASSIVE = _WORDS.words("passive")
_JOINING = _WORDS.words("joining")
_ARTICLES = _WORDS.word_set("articles")
_EARNED = _WORDS.words("earned")
_CHILD, _SPENT, _LESS_LIKELY = 0.9, 0.85, 0.05


def with_verbs(pieces: Sequence[Piece], tokens: Sequence[Token], index: SchemaIndex) -> tuple[Piece, ...]:
    """The pieces with those who do something in the role their verb names."""
    for verb in [piece for piece in pieces if isinstance(piece, Mention)]:
        role = _role(verb, tokens, index)
        if role and _speaks_of(pieces, index.roles.real[role]):
            return tuple(_through(pieces, verb, role, tokens, index))
    return tuple(pieces)


def _role(mention: Mention, tokens: Sequence[Token], index: SchemaIndex) -> str | None:
    """The role an active verb names: `approved` → approver; not `approved by`, not `was approved`."""
    position = mention.start
    before, after = _word(tokens, position - 1), _word(tokens, position + 1)
    if mention.end - position > 1 or before in _PASSIVE or after == "by" or mention.best.kind != "table":
        return None
    role = mention.best.table
    named = (tokens[position].lemma,) in index.roles.words.get(role, ())
    return role if role in index.roles.real and not named else None


def _word(tokens: Sequence[Token], position: int) -> str:
    return tokens[position].text.casefold() if 0 <= position < len(tokens) else ""


def _speaks_of(pieces: Sequence[Piece], table: str) -> bool:
    return any(piece.of("table")[:1] and piece.best.table == table for piece in pieces if isinstance(piece, Mention))


def _words(tokens: Sequence[Token], start: int, end: int) -> list[str]:
    return [_word(tokens, position) for position in range(start, end)] if start <= end else ["…"]


def _through(
    pieces: Sequence[Piece], verb: Mention, role: str, tokens: Sequence[Token], index: SchemaIndex
) -> list[Piece]:
    child = _child(role, index)
    named = [p for p in pieces if isinstance(p, Mention) and p is not verb and p.best.table == child and p.of("table")]
    following = next((p for p in named if set(_words(tokens, verb.end, p.start)) <= _ARTICLES), None)
    result: list[Piece] = []
    for piece in pieces:
        if piece is verb and following is None:
            result.append(replace(verb, targets=(LinkTarget("table", child, score=_CHILD),)))
        elif piece is following:
            result.append(replace(following, start=verb.start))
        elif piece is not verb:
            result.append(_as_role(piece, role, index) if isinstance(piece, Mention) else piece)
    return result


def _child(role: str, index: SchemaIndex) -> str:
    """The table whose key the role is."""
    return next(t.qualified for t in index.schema.tables if any(key.ref_table == role for key in t.foreign_keys))


def _as_role(mention: Mention, role: str, index: SchemaIndex) -> Mention:
    real = index.roles.real[role]
    return replace(mention, targets=tuple(replace(t, table=role) if t.table == real else t for t in mention.targets))


def with_spending(pieces: Sequence[Piece], tokens: Sequence[Token], index: SchemaIndex) -> tuple[Piece, ...]:
    """`spent more than`, `spends the most`: what people give is a column of money somewhere beyond them."""
    places = [position for position in range(1, len(tokens)) if _is_spending(position, pieces, tokens)]
    targets = _money(index) if places else ()
    if not targets:
        return tuple(pieces)
    kept: list[Piece] = [
        piece for piece in pieces if not any(piece.start <= position < piece.end for position in places)
    ]
    kept += [Mention(position, position + 1, tokens[position].text, targets) for position in places]
    return tuple(sorted(kept, key=lambda piece: piece.start))


def _is_spending(position: int, pieces: Sequence[Piece], tokens: Sequence[Token]) -> bool:
    """Such a verb right after those who do it and right before how much."""
    doers = [piece for piece in pieces if piece.end == position and isinstance(piece, Mention) and piece.of("table")]
    after = any(_weighs(piece) and 0 <= piece.start - position - 1 <= 1 for piece in pieces)
    joined = _word(tokens, position - 1) in _JOINING
    if any(is_paid(doer.best.table) for doer in doers) and _word(tokens, position) in _EARNED:
        return False
    return _word(tokens, position) in spending_words().verbs and after and (joined or bool(doers))


def _weighs(piece: Piece) -> bool:
    return isinstance(piece, Cue) and piece.kind in ("compare", "superlative")


def _money(index: SchemaIndex) -> tuple[LinkTarget, ...]:
    """Columns of what people pay, the likeliest first; what the people themselves are paid is not among them."""
    people = people_tables(index)
    named = [target for word in spending_words().columns for target in index.names.get((word,), ())]
    columns = [t for t in named if t.kind == "column" and t.table not in people and t.table not in index.roles.real]
    paid = [t for t in columns if is_measure(index.table(t.table), index.column(t.table, t.column))]
    return tuple(replace(t, score=_SPENT - _LESS_LIKELY * rank) for rank, t in enumerate(dict.fromkeys(paid)))
