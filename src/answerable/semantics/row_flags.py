"""Flags with their sense, and statuses with their spellings folded and the states that they name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from answerable.kernel.schema import Kind
from answerable.naming.inflection import fold
from answerable.semantics.column_facts import ColumnFacts, SourceFacts
from answerable.semantics.flag_values import flag_values
from answerable.semantics.key_columns import key_of
from answerable.semantics.meaning_words import MeaningWords, is_among, word_data
from answerable.semantics.semantic_model import Clue, CodeDecoding, FlagColumn, StatusColumn
from answerable.semantics.status_codes import implied_meanings

__all__ = ["find_flags", "find_statuses"]

_MOST_STATES = 40
_FEW_STATES = 12
"""Values of a status whose name does not say that it is one."""
_FILLER = frozenset(("is", "has", "was", "can", "flag", "indicator", "ok", "ind", "ist", "hat", "at", "on"))
_NEGATIONS = frozenset(("not", "no", "non", "un"))


def find_flags(source: SourceFacts) -> tuple[FlagColumn, ...]:
    return tuple(flag for _, facts in source.each_column() if (flag := _flag(facts)))


def _flag(facts: ColumnFacts) -> FlagColumn | None:
    sides = None if facts.is_date else flag_values(facts)
    if sides is None:
        return None
    label = tuple(word for word in facts.words if word not in _FILLER) or facts.words
    yes, no = sides
    clue = Clue("yes_no_values", (("yes", str(yes[0]) if yes else ""), ("no", str(no[0]) if no else "")))
    return FlagColumn(
        table=facts.table.qualified,
        column=facts.name,
        label=" ".join(label),
        yes=yes,
        no=no,
        sense=_sense(label),
        probability=0.97 if facts.kind is Kind.BOOLEAN or (yes and no and facts.values) else 0.8,
        clues=(clue,),
    )


def _sense(words: MeaningWords) -> str:
    if _NEGATIONS & {*words}:
        return ""
    senses = word_data("flag_words")["senses"]
    return next((sense for sense in senses if is_among(words, "flag_words", "senses", sense)), "")


def find_statuses(source: SourceFacts, decodings: tuple[CodeDecoding, ...]) -> tuple[StatusColumn, ...]:
    meanings = {(one.table, one.column): dict(one.meanings) for one in decodings}
    return tuple(_statuses(source, meanings))


def _statuses(source: SourceFacts, meanings: Mapping[tuple[str, str], Mapping[str, str]]) -> Iterator[StatusColumn]:
    for table, facts in source.each_column():
        if facts.is_date or flag_values(facts) or table.table.is_view or facts.name in key_of(table):
            continue
        decoded = meanings.get((table.name, facts.name), {})
        texts = _values(facts)
        is_named = is_among(facts.words, "status_words", "columns", "words")
        if is_named and not decoded:
            decoded = implied_meanings(texts, source.names.is_german)
        states = _states(texts, decoded, is_named)
        is_named = is_named and (bool(states) or facts.words[-1] != "state")  # of the country, it seems
        is_told = len(texts) <= _FEW_STATES and (len(states) >= 2 or _is_cancelling(states))
        if texts and len(texts) <= _MOST_STATES and (is_named or (is_told and not _is_name(facts))):
            yield _status(facts, texts, decoded, states, is_named)


def _is_name(facts: ColumnFacts) -> bool:
    return any(is_among(facts.words, "place_words", part) for part in ("name_words", "free_text"))


def _values(facts: ColumnFacts) -> tuple[str, ...]:
    if facts.kind is Kind.TEXT:
        return facts.texts
    is_code = facts.kind is Kind.INTEGER and is_among(facts.words, "status_words", "columns", "words")
    return tuple(sorted({str(value) for value in facts.values})) if is_code else ()


def _is_cancelling(states: Mapping[str, tuple[str, ...]]) -> bool:
    return bool({"cancelled", "deleted", "no_show", "refunded"} & states.keys())


def _status(
    facts: ColumnFacts,
    texts: tuple[str, ...],
    decoded: Mapping[str, str],
    states: Mapping[str, tuple[str, ...]],
    is_named: bool,
) -> StatusColumn:
    spellings: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        spellings[_folded(decoded.get(text, text))].append(text)
    clues = [Clue("status_word")] if is_named else []
    clues += [Clue("state_values", (("states", len(states)),))] if states else []
    return StatusColumn(
        table=facts.table.qualified,
        column=facts.name,
        label=" ".join(facts.words),
        spellings=tuple((label, tuple(written)) for label, written in spellings.items()),
        states=tuple(states.items()),
        probability=0.95 if is_named and states else 0.75,
        clues=tuple(clues),
    )


def _folded(text: str) -> str:
    return " ".join(fold(text).replace("_", " ").replace("-", " ").split())


def _states(texts: tuple[str, ...], decoded: Mapping[str, str], is_named: bool) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for text in texts[:_MOST_STATES]:
        meaning = decoded.get(text)
        state = _state(_folded(meaning if meaning is not None else text))
        if state is None and meaning is None and is_named:
            state = _state_of_code(_folded(text))
        if state:
            found[state].append(text)
    return {state: tuple(values) for state, values in found.items()}


@cache
def _state_words() -> dict[str, str]:
    return {_folded(word): state for state, words in word_data("status_words")["states"].items() for word in words}


@cache
def _state(value: str) -> str | None:
    """By the whole value, else by one of its words: "cancelled by patient"."""
    words = _state_words()
    if value in words:
        return words[value]
    tokens = value.split()
    told = [words[token] for token in tokens if token in words and len(token) > 3]
    return (
        told[0] if told and len(tokens) <= 4 and told[0] in ("cancelled", "deleted", "refunded", "rejected") else None
    )


def _state_of_code(value: str) -> str | None:
    codes = word_data("status_words")["codes"]
    return next((state for state, values in codes.items() if value in values and value in ("x", "canc", "cxl")), None)
