"""What each date of a row tells, and which of them is meant when nobody says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.inflection import stem
from answerable.semantics.column_facts import ColumnFacts, SourceFacts, TableFacts
from answerable.semantics.meaning_words import MeaningWords, word_data
from answerable.semantics.semantic_model import Clue, DateRole

__all__ = ["ends_something", "find_dates"]

_LEAST_MAIN = 0.2
_FILLER = frozenset(("date", "timestamp", "time", "on", "at", "epoch", "day", "month", "datum"))


@dataclass(frozen=True, slots=True)
class _Scored:
    date: DateRole
    rank: float


def find_dates(source: SourceFacts) -> tuple[DateRole, ...]:
    return tuple(date for table in source.tables.values() for date in _of_table(table))


def _of_table(table: TableFacts) -> Iterator[DateRole]:
    scored = [_scored(table, facts) for facts in table.columns if facts.is_date]
    scored = [_ended_by_values(table, one) for one in scored]
    main = max(scored, key=lambda one: one.rank, default=None)
    ranks = sorted((one.rank for one in scored), reverse=True)
    for one in scored:
        if one is main and main.rank >= _LEAST_MAIN:
            margin = ranks[0] - ranks[1] if len(ranks) > 1 else 1.0
            clue = Clue("main_date", (("rank", round(main.rank, 2)), ("margin", round(margin, 2))))
            certainty = min(0.97, 0.6 + margin)
            yield replace(one.date, is_main=True, clues=(*one.date.clues, clue), probability=round(certainty, 3))
        else:
            yield one.date


_WEAK = (("in",), ("to",), ("from",), ("out",))


def _scored(table: TableFacts, facts: ColumnFacts) -> _Scored:
    role, phrase = _role(facts.words)
    data = word_data("date_words")["roles"][role]
    names_row = _names_row(table, facts.words)
    if names_row and ends_something(role):
        role = "happened"  # the return of a return ends nothing
        data = word_data("date_words")["roles"][role]
    rank = 0.97 if names_row and role not in ("born", "changed", "booked") else float(data["rank"])
    if table.is_people and role == "joined":
        rank = 0.9
    clues = [Clue("date_word", (("word", phrase), ("role", role)))]
    if names_row:
        clues.append(Clue("names_row"))
    if facts.is_empty:
        rank = 0.0
    rank -= 0.35 * facts.null_share + 0.002 * facts.position
    is_open = _null_means_open(facts, role)
    date = DateRole(
        table=table.name,
        column=facts.name,
        role=role,
        label=_label(facts.words, role),
        verbs=tuple(data["verbs"]) or ((phrase,) if role == "created" else ()),
        null_means_open=is_open,
        probability=0.9 if phrase else 0.6,
        clues=tuple(clues),
        first=facts.column.minimum,
        last=facts.column.maximum,
        is_first_of_month=facts.hidden is not None and facts.hidden.kind == "month",
    )
    return _Scored(date, rank)


def _ended_by_values(table: TableFacts, one: _Scored) -> _Scored:
    """A date of unknown name that some rows lack and that is never before another date of its row ends something."""
    facts = table.column(one.date.column)
    if facts is None or one.date.role != "happened" or not 0 < facts.null_share < 1 or _names_row(table, facts.words):
        return one
    others = (other for other in table.columns if other.is_date and not other.null_share and other is not facts)
    if not any(_is_after(facts, other) for other in others):
        return one
    clues = (*one.date.clues, Clue("never_before_another_date"))
    date = replace(one.date, role="ended", null_means_open=True, probability=0.65, clues=clues)
    return _Scored(date, min(one.rank, 0.3))


def _is_after(facts: ColumnFacts, other: ColumnFacts) -> bool:
    if (facts.hidden.format if facts.hidden else "") != (other.hidden.format if other.hidden else ""):
        return False
    if facts.hidden and not facts.hidden.format.startswith(("yyyy", "epoch")):
        return False
    pairs = [
        (str(mine), str(theirs))
        for mine, theirs in zip(facts.column.cells, other.column.cells, strict=False)
        if mine is not None and theirs is not None
    ]
    return len(pairs) >= 3 and sum(mine >= theirs for mine, theirs in pairs) >= 0.95 * len(pairs)


def _null_means_open(facts: ColumnFacts, role: str) -> bool:
    """The rows seen are the oldest ones: of those that have not ended yet, none may be among them."""
    if ends_something(role):
        return facts.null_share > 0 or (not facts.table.cells_are_all and facts.column.nullable)
    return bool(word_data("date_words")["roles"][role].get("is_awaited")) and facts.null_share > 0


def ends_something(role: str) -> bool:
    return bool(word_data("date_words")["roles"][role].get("is_end"))


@cache
def _phrases() -> tuple[tuple[MeaningWords, str], ...]:
    roles = word_data("date_words")["roles"]
    found = [(tuple(phrase.split()), role) for role, data in roles.items() for phrase in data["words"]]
    return tuple(sorted(found, key=lambda pair: (-len(pair[0]), pair[1] == "happened")))


def _role(words: MeaningWords) -> tuple[str, str]:
    """The role of the longest phrase, the first of those; a plain "date" only where nothing else is said."""
    if "birth" in words or "born" in words:
        return "born", "birth"
    found = []
    for phrase, role in _phrases():
        place = next((at for at in range(len(words)) if words[at : at + len(phrase)] == phrase), -1)
        is_weak = 2 if role == "happened" else 1 if phrase in _WEAK else 0
        if place >= 0:
            found.append((is_weak, -len(phrase), place, role, " ".join(phrase)))
    return min(found)[3:] if found else ("happened", "")


def _names_row(table: TableFacts, words: MeaningWords) -> bool:
    """`Donation Date` of a donation, `ret_dt` of a return; a plain `date` is the row's own, too."""
    telling = [word for word in words if word not in _FILLER]
    noun = {stem(word) for word in table.noun.words}
    return not telling or all(stem(word) in noun for word in telling)


def _label(words: MeaningWords, role: str) -> str:
    telling = [word for word in words if word not in _FILLER]
    return " ".join(telling) or ("date" if role == "happened" else role)
