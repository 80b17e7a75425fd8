"""The dialogues of the case file, and whether a translator gets their turns right."""

from __future__ import annotations

import re
import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from answerable.kernel.schema import DatabaseSchema
from answerable.language import Context, Translation, Translator, Turn
from answerable.language.followups import FollowUps
from answerable.language.rules.pipeline import Pipeline
from tests.language.databases import CASES, TODAY, connection, schema

_MOST_COLUMNS = 6
_SURE = 0.5


@dataclass(frozen=True)
class Said:
    say: str
    gold: str = ""
    asks: tuple[str, ...] = ()
    """Words that must stand in what is asked back; a turn has these or gold SQL."""


@dataclass(frozen=True)
class Dialogue:
    database: str
    turns: tuple[Said, ...]
    held_back: bool


@dataclass(frozen=True)
class Verdict:
    say: str
    gold: str
    told: str
    right: bool
    opening: bool
    confidence: float


class ByRule:
    """Follow-ups and questions that stand alone, both by rule: what is judged here needs no network."""

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        ask, follow_ups = _prepared(schema)
        return follow_ups.resolve(question, context) or ask(question, context)


_Ask = Callable[[str, Context], Translation]
_PREPARED: dict[int, tuple[DatabaseSchema, _Ask, FollowUps]] = {}


def _prepared(known: DatabaseSchema) -> tuple[_Ask, FollowUps]:
    if id(known) not in _PREPARED or _PREPARED[id(known)][0] is not known:
        ask = Pipeline(known).translate
        _PREPARED[id(known)] = (known, ask, FollowUps(known, ask))
    return _PREPARED[id(known)][1:]


def dialogues() -> list[Dialogue]:
    table = tomllib.loads((CASES / "dialogues.toml").read_text(encoding="utf-8"))
    return [_dialogue(item, number) for number, item in enumerate(table["dialogue"], start=1)]


def _dialogue(item: dict[str, Any], number: int) -> Dialogue:
    turns = (Said(t["say"], t.get("gold", ""), tuple(t.get("asks", ()))) for t in item["turns"])
    return Dialogue(item["database"], tuple(turns), number % 3 == 0)


def judged(dialogue: Dialogue, translator: Translator, since: int = 0) -> Iterator[Verdict]:
    """Each turn, with the gold SQL of those before it as its context. `since` leaves out the first turns."""
    for place, said in list(enumerate(dialogue.turns))[since:]:
        translation = translator.translate(said.say, schema(dialogue.database), context_of(dialogue, place))
        best = translation.best
        told = best.sql if best else str(translation.clarification)
        sure = best.confidence if best else 0.0
        yield Verdict(said.say, said.gold, told, _is_right(dialogue.database, said, translation), place == 0, sure)


def context_of(dialogue: Dialogue, place: int) -> Context:
    return replace(TODAY, turns=tuple(Turn(t.say, t.gold) for t in dialogue.turns[:place] if t.gold))


def _is_right(database: str, said: Said, translation: Translation) -> bool:
    best, asked = translation.best, translation.clarification
    if said.asks:
        heard = " ".join(map(str, (asked.question, *(r.text for r in asked.readings)))) if asked else ""
        return (best is None or best.confidence < _SURE) and bool(heard) and all(word in heard for word in said.asks)
    return best is not None and best.confidence >= _SURE and same_rows(database, best.sql, said.gold)


def same_rows(database: str, sql: str, gold: str) -> bool:
    """The same rows, in order where the gold has one; columns may stand in another order."""
    ordered = re.search(r"(?i)order by", gold) is not None
    try:
        rows = _rows(database, sql)
    except sqlite3.Error:
        return False
    wanted = _rows(database, gold)
    width = len(wanted[0]) if wanted else 0
    if any(len(row) != width for row in rows) or len(rows) != len(wanted) or width > _MOST_COLUMNS:
        return rows == wanted
    return any(
        _arranged(rows, order, ordered) == _arranged(wanted, None, ordered) for order in permutations(range(width))
    )


def _rows(database: str, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(_close(cell) for cell in row) for row in connection(database).execute(sql)]


def _arranged(rows: list[tuple[Any, ...]], order: tuple[int, ...] | None, ordered: bool) -> list[tuple[Any, ...]]:
    found = [tuple(row[place] for place in order) if order is not None else row for row in rows]
    return found if ordered else sorted(found, key=repr)


def _close(cell: Any) -> Any:
    return float(f"{cell:.8g}") if isinstance(cell, float) else cell
