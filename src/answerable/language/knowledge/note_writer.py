"""What an answer says of the knowledge behind it: notes on what it looked at, and which entries had a part in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp

from answerable.kernel.errors import one_line
from answerable.kernel.knowledge import AgentLearning, BusinessRule, Entry, JoinBy, Known, TableKnowledge
from answerable.kernel.knowledge import applied_entry as as_applied
from answerable.kernel.messages import CodedMessage, msg, verbatim
from answerable.kernel.schema import DatabaseSchema
from answerable.language.knowledge.enrich_schema import key_of
from answerable.language.knowledge.fit_verified import Misfit, condition_of, table_named
from answerable.language.knowledge.word_meanings import learned_word, phrase_of, target_named
from answerable.language.knowledge.word_spans import says
from answerable.language.question.tokens import Token
from answerable.language.translation import Translation
from answerable.sql.column_ref import ColumnRef
from answerable.sql.facts import refs_in, tables_in
from answerable.sql.parse import parse_sql

__all__ = ["NoteWriter", "about", "note_text"]

_LONGEST = 300
_Told = tuple[Entry, tuple[CodedMessage, ...]]
"""An entry that had a part, and what is said of it."""


class NoteWriter:
    def __init__(self, known: Known, schema: DatabaseSchema) -> None:
        self._known = known
        self._schema = schema

    def tell(self, translation: Translation, tokens: tuple[Token, ...]) -> Translation:
        """The same with notes on the tables and columns its best reading looks at."""
        if translation.best is None:
            return translation
        tree = parse_sql(translation.best.sql, self._schema.dialect)
        told = [*self._tables(tree, tokens), *self._rules(tree, translation), *self._learnings(tree, tokens)]
        told_of = with_entries(translation, told)
        return replace(told_of, assumptions=(*told_of.assumptions, *self._not_kept(tree)))

    def _tables(self, tree: exp.Expr, tokens: tuple[Token, ...]) -> Iterator[_Told]:
        used, refs = tables_in(tree, self._schema), refs_in(tree, self._schema)
        for table in self._known.tables:
            name = table_named(table.table_name, self._schema)
            if name not in used:
                continue
            notes = (*(about(name, note) for note in table.data_quality_notes), *_column_notes(table, name, refs))
            if notes or _is_called(table, name, refs, tokens) or self._is_joined(table, name, used):
                yield table, notes

    def _is_joined(self, table: TableKnowledge, name: str, used: tuple[str, ...]) -> bool:
        others = (table_named(related.table, self._schema) for related in table.related_tables if related.join_hint)
        return any(other in used and other != name for other in others)

    def _rules(self, tree: exp.Expr, translation: Translation) -> Iterator[_Told]:
        """Free text that speaks of tables or metrics in play."""
        used = tables_in(tree, self._schema)
        metrics = {one.name for one in translation.applied if one.kind == "metric"}
        for rule in self._known.rules:
            tables = {table_named(table, self._schema) for table in rule.applies_to_tables}
            if _is_free_text(rule) and (tables & set(used) or metrics & set(rule.applies_to_metrics)):
                yield rule, (about(rule.title, rule.description),)

    def _not_kept(self, tree: exp.Expr) -> Iterator[CodedMessage]:
        """Filters that are required and cannot be added, for they do not fit."""
        used = tables_in(tree, self._schema)
        for rule in self._known.rules:
            if rule.required_filter and any(table_named(t, self._schema) in used for t in rule.applies_to_tables):
                try:
                    condition_of(rule.required_filter, rule.applies_to_tables, self._schema)
                except Misfit as reason:
                    yield msg("notes.rule_not_applied", rule=note_text(rule.title), reason=reason.reason)

    def _learnings(self, tree: exp.Expr, tokens: tuple[Token, ...]) -> Iterator[_Told]:
        for learning in self._known.learnings:
            if learning.is_active and self._had_a_part(learning, tree, tokens):
                yield learning, (msg("notes.learned", what=note_text(learning.description)),)

    def _had_a_part(self, learning: AgentLearning, tree: exp.Expr, tokens: tuple[Token, ...]) -> bool:
        """Learned words and joins, which were heeded while the question was read."""
        effect = learning.effect
        if isinstance(effect, JoinBy):
            return self._joins_by(effect, learning.applies_to_tables, tree)
        word, name = learned_word(effect, self._schema) or ("", "")
        target = target_named(name, self._schema)
        if target is None or not says(tokens, phrase_of(word)):
            return False
        if target.column:
            return ColumnRef(target.table, target.column) in refs_in(tree, self._schema)
        return target.table in tables_in(tree, self._schema)

    def _joins_by(self, effect: JoinBy, tables: tuple[str, ...], tree: exp.Expr) -> bool:
        try:
            child, key = key_of(effect.condition, tables, self._schema)
        except Misfit:
            return False
        return {ColumnRef(child, key.columns[0]), ColumnRef(key.ref_table, key.ref_columns[0])} <= set(
            refs_in(tree, self._schema)
        )


def with_entries(translation: Translation, told: list[_Told]) -> Translation:
    """Each entry once, each note once."""
    entries = dict.fromkeys((*translation.applied, *(as_applied(entry) for entry, _ in told)))
    notes = dict.fromkeys((*translation.assumptions, *(note for _, notes in told for note in notes)))
    return replace(translation, applied=tuple(entries), assumptions=tuple(notes))


def about(name: str, text: str) -> CodedMessage:
    """What somebody wrote of a thing."""
    return verbatim(note_text(f"{name}: {text}"))


def note_text(text: str) -> str:
    """Somebody's words, safe to stand in an answer."""
    clean = one_line(text)
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"


def _column_notes(table: TableKnowledge, name: str | None, refs: tuple[ColumnRef, ...]) -> Iterator[CodedMessage]:
    used = {ref.name.casefold() for ref in refs if ref.table == name}
    for note in table.column_notes:
        if note.note and note.column.casefold() in used:
            yield about(f"{name}.{note.column}", note.note)


def _is_called(table: TableKnowledge, name: str | None, refs: tuple[ColumnRef, ...], tokens: tuple[Token, ...]) -> bool:
    """The question says one of its synonyms, or one of a column in play."""
    used = {ref.name.casefold() for ref in refs if ref.table == name}
    columns = [note.synonyms for note in table.column_notes if note.column.casefold() in used]
    return any(says(tokens, phrase_of(said)) for synonyms in (table.synonyms, *columns) for said in synonyms)


def _is_free_text(rule: BusinessRule) -> bool:
    return not (rule.term and rule.condition) and not rule.required_filter
