"""Values: `and for Germany?` takes the place of France, `only consumers` is added, `exclude cancelled` takes away."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.edit_periods import restricts
from answerable.language.followups.fragment import Fragment
from answerable.language.query.conditions import comparison_sql, condition, literal
from answerable.language.query_model.filled_query import Filter
from answerable.language.rules.sketch import ValueFilter
from answerable.language.rules.slot_options import Options
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["filter_values", "limit_to"]

_WORDS = word_file("answerable.language.followups.edits")
_PLACES = _WORDS.word_set("places")


def filter_values(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    wanted: dict[tuple[ColumnRef, bool], list[str]] = {}
    notes: list[CodedMessage] = []
    for value in said.sketch.values:
        meant = _meant(draft, value)
        negated = value.negated != said.has("removing")
        if meant.op in ("meets", "fails"):
            notes.append(_meeting(draft, meant, value.mention.text, negated))
        else:
            wanted.setdefault((meant.ref, negated), []).append(str(meant.values[0]))
    notes += [_filter(draft, said, ref, tuple(texts), negated) for (ref, negated), texts in wanted.items()]
    return tuple(notes)


def _meeting(draft: Draft, meant: Filter, said: str, negated: bool) -> CodedMessage:
    """A word that somebody defined: a test of the rows themselves, or of those that exist for each."""
    column = draft.index.column(meant.ref.table, meant.ref.name)
    path = draft.path(meant.ref.table)
    if any(step.multiplies for step in path):
        inner = condition(replace(meant, op="meets"), column, draft.names, draft.dialect)
        exists = draft.exists(path, [inner])
        test: exp.Expr = exp.Not(this=exists) if negated else exists
    else:
        for table in meant.tables:
            draft.reach(table)
        test = condition(replace(meant, op="fails" if negated else "meets"), column, draft.names, draft.dialect)
    draft.conjuncts = [*draft.conjuncts, test]
    return msg("follow_up.without_phrase", phrase=said) if negated else msg("follow_up.only_phrase", phrase=said)


def _meant(draft: Draft, value: ValueFilter) -> Filter:
    payload = choose(Options(draft.index).values(value), draft, value.mention.text).option.payload
    if not isinstance(payload, Filter):
        raise CannotEdit(msg("cannot_edit.no_value", phrase=value.mention.text))
    return payload


def _filter(draft: Draft, said: Fragment, ref: ColumnRef, texts: tuple[str, ...], negated: bool) -> CodedMessage:
    shown, column = texts, str(ref)
    if negated:
        limit_to(draft, ref, texts, negated=True)
        return msg("follow_up.without_values", column=column, values=shown)
    rivals = [test for test in draft.conjuncts if _gives_way(draft, said, test, ref)]
    if said.has("comparing"):
        texts = tuple(dict.fromkeys((*_texts(rivals), *texts)))
    draft.conjuncts = [test for test in draft.conjuncts if test not in rivals]
    limit_to(draft, ref, texts)
    if rivals:
        return msg("follow_up.only_values_instead", column=column, values=shown)
    return msg("follow_up.only_values", column=column, values=shown)


def _gives_way(draft: Draft, said: Fragment, test: exp.Expr, ref: ColumnRef) -> bool:
    """A test of the same column does; with `and in …?` so does one of another kind of place."""
    if restricts(draft, test, ref):
        return not isinstance(test.unnest(), exp.Not | exp.NEQ)
    others = draft.refs(test)
    return (
        said.has("parallel")
        and len(others) == 1
        and others[0].table == ref.table
        and restricts(draft, test, others[0])
        and all(_PLACES.intersection(identifier_lemmas(other.name)) for other in (others[0], ref))
    )


def _texts(tests: list[exp.Expr]) -> list[str]:
    return [str(result.this) for test in tests for result in test.find_all(exp.Literal) if result.is_string]


def limit_to(draft: Draft, ref: ColumnRef, texts: tuple[str, ...], negated: bool = False) -> None:
    """Adds the test; where rows would be repeated by joining, as EXISTS."""
    op = ("not_in" if negated else "in") if len(texts) > 1 else ("ne" if negated else "eq")
    path = draft.path(ref.table)
    if any(step.multiplies for step in path):
        inner = comparison_sql(
            draft.names.column(ref), op.replace("ne", "eq").replace("not_in", "in"), _literals(texts)
        )
        exists = draft.exists(path, [inner])
        test: exp.Expr = exp.Not(this=exists) if negated else exists
    else:
        test = comparison_sql(draft.column(ref), op, _literals(texts))
    draft.conjuncts = [*draft.conjuncts, test]


def _literals(texts: tuple[str, ...]) -> tuple[exp.Expr, ...]:
    return tuple(literal(text) for text in texts)
