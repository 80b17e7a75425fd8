"""Values: `and for Germany?` takes the place of France, `only consumers` is added, `exclude cancelled` takes away."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from answerable.language.conditions import compared, condition, literal
from answerable.language.followups.choosing import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.periods import restricts
from answerable.language.followups.fragment import Fragment
from answerable.language.options import Options
from answerable.language.query import ColumnRef, Filter
from answerable.language.sketch import ValueFilter
from answerable.language.traits import identifier_words

__all__ = ["filter_values", "limit_to"]

_PLACES = frozenset(("country", "city", "region", "state", "continent", "town", "county", "province", "area"))


def filter_values(draft: Draft, said: Fragment) -> tuple[str, ...]:
    wanted: dict[tuple[ColumnRef, bool], list[str]] = {}
    notes: list[str] = []
    for value in said.sketch.values:
        meant = _meant(draft, value)
        negated = value.negated != said.has("removing")
        if meant.op in ("meets", "fails"):
            notes.append(_meeting(draft, meant, value.mention.text, negated))
        else:
            wanted.setdefault((meant.ref, negated), []).append(str(meant.values[0]))
    notes += [_filter(draft, said, ref, tuple(texts), negated) for (ref, negated), texts in wanted.items()]
    return tuple(notes)


def _meeting(draft: Draft, meant: Filter, said: str, negated: bool) -> str:
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
    return f"{'without' if negated else 'only'} '{said}'"


def _meant(draft: Draft, value: ValueFilter) -> Filter:
    payload = choose(Options(draft.index).values(value), draft, value.mention.text).option.payload
    if not isinstance(payload, Filter):
        raise CannotEdit(f"'{value.mention.text}' is no value")
    return payload


def _filter(draft: Draft, said: Fragment, ref: ColumnRef, texts: tuple[str, ...], negated: bool) -> str:
    shown = ", ".join(f"'{text}'" for text in texts)
    if negated:
        limit_to(draft, ref, texts, negated=True)
        return f"without {ref} {shown}"
    rivals = [test for test in draft.conjuncts if _gives_way(draft, said, test, ref)]
    if said.has("comparing"):
        texts = tuple(dict.fromkeys((*_texts(rivals), *texts)))
    draft.conjuncts = [test for test in draft.conjuncts if test not in rivals]
    limit_to(draft, ref, texts)
    return f"only {ref} {shown}{', in place of what was asked before' if rivals else ''}"


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
        and all(_PLACES.intersection(identifier_words(other.name)) for other in (others[0], ref))
    )


def _texts(tests: list[exp.Expr]) -> list[str]:
    return [str(found.this) for test in tests for found in test.find_all(exp.Literal) if found.is_string]


def limit_to(draft: Draft, ref: ColumnRef, texts: tuple[str, ...], negated: bool = False) -> None:
    """Adds the test; where rows would be repeated by joining, as EXISTS."""
    op = ("not_in" if negated else "in") if len(texts) > 1 else ("ne" if negated else "eq")
    path = draft.path(ref.table)
    if any(step.multiplies for step in path):
        inner = compared(draft.names.column(ref), op.replace("ne", "eq").replace("not_in", "in"), _literals(texts))
        exists = draft.exists(path, [inner])
        test: exp.Expr = exp.Not(this=exists) if negated else exists
    else:
        test = compared(draft.column(ref), op, _literals(texts))
    draft.conjuncts = [*draft.conjuncts, test]


def _literals(texts: tuple[str, ...]) -> tuple[exp.Expr, ...]:
    return tuple(literal(text) for text in texts)
