"""What one row of each table is, how it is told apart, and how it is shown to a person."""

from __future__ import annotations

import re
from collections import defaultdict

from answerable.kernel.schema import Kind
from answerable.semantics.code_tables import is_code_table
from answerable.semantics.column_facts import ColumnFacts, SourceFacts, TableFacts
from answerable.semantics.key_columns import bare_words, is_key_name, key_of
from answerable.semantics.meaning_words import is_among
from answerable.semantics.semantic_model import Clue, Entity, Relationship
from answerable.semantics.table_nouns import plural_of

__all__ = ["display_columns", "find_entities"]

_MOST_BRIDGE_EXTRAS = 2
_LONGEST_NAME = 40
"""Characters, on average: a longer text names nothing."""
_NAME_WORDS = ("name", "title", "label", "headline", "subject", "caption", "description", "text", "display")


def find_entities(source: SourceFacts, relationships: tuple[Relationship, ...]) -> tuple[Entity, ...]:
    own: dict[str, list[Relationship]] = defaultdict(list)
    for one in relationships:
        own[one.table].append(one)
    return tuple(_entity(source, table, tuple(own[table.name]), relationships) for table in source.tables.values())


def _entity(
    source: SourceFacts, table: TableFacts, own: tuple[Relationship, ...], relationships: tuple[Relationship, ...]
) -> Entity:
    noun, is_bridge = " ".join(_row_words(table)), _is_bridge(table, own)
    key, display = key_of(table), display_columns(table)
    clues = [Clue("table_name", (("name", table.table.name),))]
    if display:
        clues.append(Clue("display_columns", (("columns", ", ".join(display)),)))
    return Entity(
        table=table.name,
        noun=noun,
        plural=plural_of(noun),
        native=table.noun.native if table.noun.native != noun else "",
        key=key,
        display=display,
        is_person=table.is_people and not is_bridge,
        is_bridge=is_bridge,
        is_code_table=is_code_table(table, relationships),
        is_technical=table.noun.is_technical,
        is_view=table.table.is_view,
        view_of=_view_of(source, table),
        probability=_certainty(table, noun),
        clues=tuple(clues),
    )


def _row_words(table: TableFacts) -> tuple[str, ...]:
    """A position of an order is called a line."""
    words = table.noun.words
    key = key_of(table)
    own = table.column(key[0]) if len(key) == 1 else None
    if own and len(words) == 1 and len(named := bare_words(own)) == 1 and named[0].startswith(words[0]):
        return named  # `T_SHIP` with the key `shp_no` holds shipments
    return (*words[:-1], "line") if len(words) > 1 and words[-1] == "position" else words


def _certainty(table: TableFacts, noun: str) -> float:
    """Less where the noun is a letter or two that nobody could expand."""
    return 0.95 if len(noun.replace(" ", "")) > 3 else 0.5


def display_columns(table: TableFacts) -> tuple[str, ...]:
    """Given and family name, else the column that names a row, else its key if people read it."""
    first, last = _part(table, "first_names"), _part(table, "last_names")
    if first and last:
        return (first.name, last.name)
    texts = [facts for facts in table.columns if _may_show(facts)]
    named = sorted(
        (facts for facts in texts if _name_rank(table, facts) < 9), key=lambda f: (_name_rank(table, f), f.position)
    )
    if named:
        return (named[0].name,)
    numbered = [facts for facts in texts if bare_words(facts) == table.noun.words and (facts.name,) != key_of(table)]
    if numbered:
        return (numbered[0].name,)
    varied = [facts for facts in texts if _is_varied(table, facts) and not is_key_name(facts) and _is_words(facts)]
    if varied and varied[0].position <= 3:
        return (varied[0].name,)
    key = key_of(table)
    column = table.column(key[0]) if len(key) == 1 else None
    return (column.name,) if column else ()


def _part(table: TableFacts, part: str) -> ColumnFacts | None:
    return next((facts for facts in table.columns if is_among(facts.words, "place_words", part)), None)


def _may_show(facts: ColumnFacts) -> bool:
    if facts.kind is not Kind.TEXT or facts.hidden or facts.is_empty:
        return False
    if sum(len(str(value)) for value in facts.values) > _LONGEST_NAME * len(facts.values):
        return False
    return not is_among(facts.words, "place_words", "contact_words") and not is_among(
        facts.words, "place_words", "free_text"
    )


def _name_rank(table: TableFacts, facts: ColumnFacts) -> int:
    """Below 9 where the name says that it names the row: its own words and the table's, nothing else."""
    others = [word for word in facts.words if word not in _NAME_WORDS and word not in table.noun.words]
    head = next((place for place, word in enumerate(_NAME_WORDS) if word in facts.words), 9)
    if facts.words == table.noun.words or facts.words == table.noun.words[-1:]:
        return 2
    if head < 9 and is_key_name(facts):
        return 9
    if head < 9:
        return head // 4 + min(3, 2 * len(others)) if _is_varied(table, facts) or not facts.values else 8
    is_name = is_among(facts.words, "place_words", "name_words") and _is_varied(table, facts)
    return 6 if is_name else 9


def _is_varied(table: TableFacts, facts: ColumnFacts) -> bool:
    """Nearly every row has its own."""
    return len(set(facts.values)) >= 0.6 * max(1, len(facts.values)) or table.rows <= 3


def _is_words(facts: ColumnFacts) -> bool:
    """Mostly letters: people do not read a row by its frame number."""
    text = "".join(str(value) for value in facts.values[:50])
    return bool(text) and sum(character.isdigit() for character in text) < 0.15 * len(text)


def _is_bridge(table: TableFacts, own: tuple[Relationship, ...]) -> bool:
    tied = {name for one in own if not one.condition for name in one.columns}
    others = [facts for facts in table.columns if facts.name not in tied and (facts.name,) != key_of(table)]
    targets = {one.target for one in own}
    return len(targets) >= 2 and len(others) <= _MOST_BRIDGE_EXTRAS and not any(facts.is_date for facts in others)


def _view_of(source: SourceFacts, view: TableFacts) -> tuple[str, ...]:
    """Tables that a view's definition names."""
    if not view.table.is_view or not view.table.definition:
        return ()
    text = view.table.definition.casefold()
    names = (table for table in source.tables.values() if not table.table.is_view)
    return tuple(
        table.name for table in names if re.search(rf"(?<!\w){re.escape(table.table.name.casefold())}(?!\w)", text)
    )
