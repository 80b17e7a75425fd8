"""Codes and what they mean: small tables of a code and its text, one for each kind of code or one for all."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.kernel.schema import Kind
from answerable.semantics.column_facts import ColumnFacts, SourceFacts, TableFacts
from answerable.semantics.flag_values import is_flag
from answerable.semantics.meaning_words import is_among
from answerable.semantics.semantic_model import Clue, CodeDecoding, Relationship

__all__ = ["find_decodings", "is_code_table", "relationships_of_decodings"]

_MOST_CODES = 200
_MOST_COLUMNS = 5
_LONGEST_CODE = 12


_CODE_NAMES = frozenset(("code", "type", "kind", "status", "reason", "category", "lookup", "reference"))


def is_code_table(table: TableFacts, relationships: tuple[Relationship, ...]) -> bool:
    """A code, its text, and little else."""
    return len(table.columns) <= (4 if _CODE_NAMES & {*table.noun.words} else 3) and _has_codes(table, relationships)


def _has_codes(table: TableFacts, relationships: tuple[Relationship, ...]) -> bool:
    if table.table.is_view or table.is_people or len(table.columns) > _MOST_COLUMNS or table.rows > _MOST_CODES:
        return False
    if any(one.table == table.name for one in relationships) or any(facts.is_date for facts in table.columns):
        return False
    return bool(table.columns) and _label(table) is not None and len(_texts(table)) >= 1


def _texts(table: TableFacts) -> list[ColumnFacts]:
    return [facts for facts in table.columns if facts.kind is Kind.TEXT]


def _label(table: TableFacts) -> ColumnFacts | None:
    key = set(table.table.primary_key)
    texts = [facts for facts in _texts(table) if facts.name not in key]
    named = [facts for facts in texts if is_among(facts.words, "place_words", "name_words")]
    return next(iter(named or texts), None)


def find_decodings(source: SourceFacts, relationships: tuple[Relationship, ...]) -> tuple[CodeDecoding, ...]:
    return (*_by_relationship(source, relationships), *_by_domain(source, relationships))


def _by_relationship(source: SourceFacts, relationships: tuple[Relationship, ...]) -> Iterator[CodeDecoding]:
    for one in relationships:
        target = source.tables.get(one.target)
        if target is None or len(one.columns) != 1 or not _has_codes(target, relationships):
            continue
        key, label = target.column(one.target_columns[0]), _label(target)
        if key and label and key is not label and target.table.cells_are_all:
            yield CodeDecoding(
                table=one.table,
                column=one.columns[0],
                target=one.target,
                key_column=key.name,
                label_column=label.name,
                meanings=_pairs(key, label),
                probability=one.probability,
                clues=(Clue("code_table", (("rows", target.rows),)),),
            )


def _pairs(key: ColumnFacts, label: ColumnFacts, places: tuple[int, ...] | None = None) -> tuple[tuple[str, str], ...]:
    codes, texts = key.column.cells, label.column.cells
    at = range(min(len(codes), len(texts))) if places is None else places
    return tuple((str(codes[place]), str(texts[place])) for place in at if codes[place] is not None)


def _by_domain(source: SourceFacts, relationships: tuple[Relationship, ...]) -> Iterator[CodeDecoding]:
    """One table for all codes, with a column that says of what kind they are."""
    taken = {(one.table, one.columns[0]) for one in relationships}
    for target in source.tables.values():
        parts = _domain_parts(target)
        if parts is None:
            continue
        domain, code, label = parts
        for table, facts in source.each_column():
            if table is target or (table.name, facts.name) in taken or not _may_be_code(facts):
                continue
            value = _domain_of(table, facts, domain, code)
            if value is not None:
                places = tuple(at for at, cell in enumerate(domain.column.cells) if str(cell) == value)
                yield CodeDecoding(
                    table=table.name,
                    column=facts.name,
                    target=target.name,
                    key_column=code.name,
                    label_column=label.name,
                    meanings=_pairs(code, label, places),
                    condition=((domain.name, value),),
                    probability=0.85,
                    clues=(Clue("codes_of_domain", (("domain", value),)),),
                )


def _domain_parts(table: TableFacts) -> tuple[ColumnFacts, ColumnFacts, ColumnFacts] | None:
    if table.table.is_view or not table.table.cells_are_all or not 3 <= len(table.columns) <= _MOST_COLUMNS:
        return None
    texts = [facts for facts in _texts(table) if facts.column.cells]  # sensitive columns have none
    if len(texts) < 3 or not 2 <= table.rows <= _MOST_CODES:
        return None
    domain, code, label = texts[:3]
    pairs = set(zip(domain.column.cells, code.column.cells, strict=False))
    is_one = len(pairs) == len(domain.column.cells) and len(set(domain.values)) < len(domain.values)
    is_short = all(len(str(value)) <= _LONGEST_CODE for value in code.values)
    return (
        (domain, code, label)
        if is_one and is_short and not is_among(label.words, "measure_words", "never", "words")
        else None
    )


def _may_be_code(facts: ColumnFacts) -> bool:
    few = facts.distinct is not None and facts.distinct <= _MOST_CODES
    return facts.kind is Kind.TEXT and few and bool(facts.values) and not facts.is_date and not is_flag(facts)


def _domain_of(table: TableFacts, facts: ColumnFacts, domain: ColumnFacts, code: ColumnFacts) -> str | None:
    codes: dict[str, set[str]] = {}
    for kind, value in zip(domain.column.cells, code.column.cells, strict=False):
        codes.setdefault(str(kind), set()).add(str(value))
    own = set(facts.texts)
    holding = [kind for kind, values in codes.items() if own and own <= values]
    named = [kind for kind in holding if _is_named(kind, table, facts)]
    return named[0] if len(named) == 1 else holding[0] if len(holding) == 1 and len(own) > 2 else None


def _is_named(kind: str, table: TableFacts, facts: ColumnFacts) -> bool:
    """The domain bears the beginning of the table's or the column's name."""
    short = kind.casefold().replace("_", "")
    names = (facts.name, table.noun.native, *table.noun.words, *facts.words)
    plain = [name.casefold().replace("_", "").replace(" ", "") for name in names]
    return any(name.startswith(short[:3]) or short.startswith(name[:3]) for name in plain if len(name) > 2)


def relationships_of_decodings(decodings: tuple[CodeDecoding, ...]) -> tuple[Relationship, ...]:
    return tuple(
        Relationship(
            table=one.table,
            columns=(one.column,),
            target=one.target,
            target_columns=(one.key_column,),
            role=one.column,
            condition=one.condition,
            probability=one.probability,
            clues=one.clues,
        )
        for one in decodings
        if one.condition
    )
