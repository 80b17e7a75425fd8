"""What people call the columns and rows of a result, by the semantic model of its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from datetime import date
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.answers.spoken_columns import SpokenColumn
from answerable.explain.explain_statement import parse_query
from answerable.explain.period_words import date_text
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.naming.inflection import plural
from answerable.semantics.term_labels import TermLabel, TermLabels, tables_of
from answerable.words.korean_nouns import korean_noun

if TYPE_CHECKING:
    from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["ResultWords", "is_ongoing", "words_of_result"]

_SIGNS = {"percent": "%", "money": "", "fraction": ""}


@dataclass(frozen=True, slots=True)
class ResultWords:
    columns: dict[str, SpokenColumn] = field(default_factory=dict)
    """By the result's own names."""
    subject: str = ""
    """What its rows are, in the plural; nothing where they are groups, or where that is not known."""


def words_of_result(sql: str, labels: SemanticLabels, names: Sequence[str], lang: str) -> ResultWords:
    """`names` are those of the result's columns, each once. What is not plain is left to the columns' names."""
    tree = parse_query(sql, labels.model.dialect)
    if not isinstance(tree, exp.Select) or len(tree.expressions) != len(names) or not tree.args.get("from_"):
        return ResultWords()
    select = _SpokenSelect(tree, labels, lang)
    shown = {
        name: spoken
        for name, term in zip(names, tree.expressions, strict=True)
        if (spoken := select.column(term)) is not None
    }
    return ResultWords(shown, select.subject())


def is_ongoing(sql: str, dialect: str, today: date) -> bool:
    """True where the query asks for one period that has begun and is not over."""
    tree = parse_query(sql, dialect)
    where = tree.args.get("where") if isinstance(tree, exp.Select) else None
    parts = list(where.this.flatten()) if where is not None and isinstance(where.this, exp.And) else []
    starts = {_side(one): _day(one) for one in parts if isinstance(one, exp.GTE | exp.GT)}
    ends = {_side(one): _day(one) for one in parts if isinstance(one, exp.LT | exp.LTE)}
    day = today.isoformat()
    return any(starts[side] <= day < ends[side] for side in starts.keys() & ends.keys() if starts[side] and ends[side])


class _SpokenSelect:
    def __init__(self, select: exp.Select, labels: SemanticLabels, lang: str) -> None:
        self._select = select
        self._labels = labels
        self._lang = lang
        self._tables = tables_of(select, labels)
        self._base = self._tables.get(select.args["from_"].this.alias_or_name.casefold(), "")
        self._terms = TermLabels(labels, self._tables, self._base)

    def column(self, term: exp.Expr) -> SpokenColumn | None:
        found = self._terms.label(term) if self._base else None
        if found is None or not found.label:
            return None
        names_row = self._names_row(term)
        short = self._noun(self._labels.noun(found.table)) if names_row else self._say(_short(found))
        return SpokenColumn(self._say(_full(found)), short, _unit(found, self._lang), names_row)

    def subject(self) -> str:
        """Only where rows stand for themselves."""
        if (
            not self._base
            or self._select.args.get("group")
            or any(_aggregates(one) for one in self._select.expressions)
        ):
            return ""
        table = self._listed_table()
        if table:
            return self._noun(self._labels.rows(table))
        only = self._terms.label(self._select.expressions[0]) if len(self._select.expressions) == 1 else None
        return self._noun(plural(only.label)) if only is not None and self._select.args.get("distinct") else ""

    def _listed_table(self) -> str:
        if not self._select.args.get("distinct"):
            return self._base if all(map(self._is_one, self._select.args.get("joins") or ())) else ""
        shown = [table for table in map(self._named_table, self._select.expressions) if table]
        return shown[0] if shown else ""

    def _is_one(self, join: exp.Join) -> bool:
        """Each row meets at most one row of the joined table: by its key."""
        alias = join.this.alias_or_name.casefold()
        entity = self._labels.model.entity(self._tables.get(alias, ""))
        on = join.args.get("on")
        keys = {one.name for one in on.find_all(exp.Column) if one.table.casefold() == alias} if on else set()
        return entity is not None and bool(entity.key) and keys == set(entity.key)

    def _named_table(self, term: exp.Expr) -> str:
        found = self._terms.label(term)
        return found.table if found and self._names_row(term) else ""

    def _names_row(self, term: exp.Expr) -> bool:
        found, column = self._terms.label(term), term.unalias()
        is_plain = found is not None and isinstance(column, exp.Column)
        return is_plain and found is not None and self._labels.is_part_of_name(found.table, column.name)

    def _say(self, label: CodedMessage) -> str:
        return label.render(self._lang)

    def _noun(self, label: str) -> str:
        return korean_noun(label) if self._lang == "ko" else label


def _full(found: TermLabel) -> CodedMessage:
    match found.function:
        case "count":
            return msg("described.count", rows=found.label)
        case "count_distinct":
            return msg("described.count_distinct", label=plural(found.label))
        case "sum" if not found.label.startswith("total"):
            return msg("described.total", label=found.label)
        case "avg":
            return msg("described.average", label=found.label)
        case "min":
            return _lowest(found)
        case "max":
            return _highest(found)
    return msg("described.value", label=found.label)


def _lowest(found: TermLabel) -> CodedMessage:
    return msg("described.earliest", label=found.label) if found.is_date else msg("described.lowest", label=found.label)


def _highest(found: TermLabel) -> CodedMessage:
    return msg("described.latest", label=found.label) if found.is_date else msg("described.highest", label=found.label)


def _short(found: TermLabel) -> CodedMessage:
    """A total for each of several is called by what it is a total of."""
    return msg("described.value", label=found.label) if found.function == "sum" else _full(found)


def _unit(found: TermLabel, lang: str) -> str:
    if not found.unit or found.function.startswith("count") or found.unit in found.label.split():
        return ""
    if found.unit in _SIGNS:
        return _SIGNS[found.unit]
    return korean_noun(found.unit) if lang == "ko" else found.unit


def _aggregates(term: exp.Expr) -> bool:
    return term.find(exp.AggFunc) is not None


def _side(comparison: exp.Expr) -> str:
    return str(comparison.this.sql())


def _day(comparison: exp.Expr) -> str:
    return (date_text(comparison.expression) or "")[:10]
