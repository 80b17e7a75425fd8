"""What learnings correct in the SQL of a reading: columns, tables and values swapped, filters added.

Only active learnings count, and only those that speak of what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlglot import exp

from answerable.kernel.knowledge import AgentLearning, BusinessRule, Known, RequireFilter, UseColumn, UseTable, UseValue
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema
from answerable.language.knowledge.fit_verified import Misfit, condition_of, table_named
from answerable.language.knowledge.require_names import demand
from answerable.language.knowledge.word_meanings import phrase_of, target_named
from answerable.language.knowledge.word_spans import says
from answerable.language.query.sql_names import SqlNames
from answerable.language.question.tokens import Token
from answerable.naming.identifiers import identifier_lemmas
from answerable.sql.column_ref import ColumnRef
from answerable.sql.scope import owner, places_of, tables_of

__all__ = ["Correction", "StillWrong", "corrections"]


class StillWrong(Exception):
    """The reading does what was learned to be wrong, and cannot be put right."""


@dataclass(frozen=True)
class Correction:
    entry: AgentLearning | BusinessRule
    edit: Callable[[exp.Expr, tuple[Token, ...]], bool]
    """Changes a tree for a question of these tokens; says whether it did."""
    renamed: tuple[str, str] | None = None
    """The name that what was noted of the reading speaks of, and the right one."""


def corrections(known: Known, schema: DatabaseSchema) -> tuple[Correction, ...]:
    """Those that fit the schema: the surest learnings first, then what rules require."""
    learnings = sorted(known.learnings, key=lambda one: (-one.confidence_score, one.description))
    result = [one for learning in learnings if learning.is_active for one in _of_learning(learning, schema)]
    return (*result, *(one for rule in known.rules for one in _of_rule(rule, schema)))


def _of_learning(learning: AgentLearning, schema: DatabaseSchema) -> Iterator[Correction]:
    effect = learning.effect
    if isinstance(effect, UseColumn):
        yield from _column(learning, effect, schema)
    elif isinstance(effect, UseTable):
        yield from _table(learning, effect, schema)
    elif isinstance(effect, UseValue):
        yield from _value(learning, effect, schema)
    elif isinstance(effect, RequireFilter):
        yield from _filter(learning, effect.condition, learning.applies_to_tables, schema)


def _of_rule(rule: BusinessRule, schema: DatabaseSchema) -> Iterator[Correction]:
    if rule.required_filter:
        yield from _filter(rule, rule.required_filter, rule.applies_to_tables, schema)


def _filter(
    entry: AgentLearning | BusinessRule, condition: str, tables: tuple[str, ...], schema: DatabaseSchema
) -> Iterator[Correction]:
    try:
        demanded = condition_of(condition, tables, schema)
    except Misfit:
        return
    yield Correction(entry, lambda tree, tokens: demand(tree, demanded, schema))


def _column(learning: AgentLearning, effect: UseColumn, schema: DatabaseSchema) -> Iterator[Correction]:
    wrong, right = target_named(effect.wrong, schema), target_named(effect.right, schema)
    if not (wrong and right and wrong.column and right.column):
        return
    meant, names = ColumnRef(wrong.table, wrong.column), SqlNames(schema)

    def edit(tree: exp.Expr, tokens: tuple[Token, ...]) -> bool:
        columns = [column for column in tree.find_all(exp.Column) if owner(column, schema) == meant]
        if not columns or not _is_said(effect, wrong.column, tokens):
            return False
        if right.table != wrong.table:
            raise StillWrong
        for column in columns:
            column.set("this", names.alias(right.column))
        return True

    yield Correction(learning, edit, (str(meant), f"{right.table}.{right.column}"))


def _is_said(effect: UseColumn, wrong: str, tokens: tuple[Token, ...]) -> bool:
    """Whoever names the other column in full means it, unless that is the very word."""
    if not effect.word:
        return True
    own = identifier_lemmas(wrong)
    return says(tokens, phrase_of(effect.word)) and (own == phrase_of(effect.word) or not says(tokens, own))


def _table(learning: AgentLearning, effect: UseTable, schema: DatabaseSchema) -> Iterator[Correction]:
    wrong, right = table_named(effect.wrong, schema), table_named(effect.right, schema)
    if wrong is None or right is None:
        return
    names = SqlNames(schema)

    def edit(tree: exp.Expr, tokens: tuple[Token, ...]) -> bool:
        places = places_of(tree, wrong, schema)
        for select, position in places:
            _move(select, position, wrong, names.table(right), schema)
        return bool(places)

    yield Correction(learning, edit)


def _move(select: exp.Select, position: exp.Table, wrong: str, right: exp.Table, schema: DatabaseSchema) -> None:
    """The other table in its place, where it has every column that is used; two of one name would not be told apart."""
    columns = [c for c in select.find_all(exp.Column) if (ref := owner(c, schema)) and ref.table == wrong]
    target = schema.table(".".join(part.name for part in right.parts))
    if target is None or any(target.column(column.name) is None for column in columns):
        raise StillWrong
    if target.qualified in tables_of(select, schema).values():
        raise StillWrong
    named = position.alias
    for column in columns:
        if column.table and not named:
            column.set("table", right.args["alias"].this.copy() if right.alias else right.this.copy())
    moved = right.copy()
    if named:
        moved.set("alias", position.args["alias"].copy())
    position.replace(moved)


def _value(learning: AgentLearning, effect: UseValue, schema: DatabaseSchema) -> Iterator[Correction]:
    target = target_named(effect.column, schema)
    if target is None or not target.column:
        return
    meant = ColumnRef(target.table, target.column)

    def edit(tree: exp.Expr, tokens: tuple[Token, ...]) -> bool:
        places = [
            literal
            for column in tree.find_all(exp.Column)
            if owner(column, schema) == meant and isinstance(column.parent, exp.EQ | exp.NEQ | exp.In)
            for literal in column.parent.find_all(exp.Literal)
            if literal.is_string and literal.this == effect.wrong
        ]
        for literal in places:
            literal.set("this", effect.right)
        return bool(places)

    yield Correction(learning, edit)
