"""Numbers: `and over 30?` takes the place of the comparison before it, `only those over 15` is added."""

from __future__ import annotations

from sqlglot import exp

from answerable.language.conditions import compared, condition, literal
from answerable.language.followups.choosing import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.periods import restricts
from answerable.language.followups.fragment import Fragment
from answerable.language.options import Options
from answerable.language.query import ColumnRef, Filter
from answerable.language.sketch import Comparison
from answerable.language.traits import is_measure

__all__ = ["compare_numbers"]


def compare_numbers(draft: Draft, said: Fragment) -> tuple[str, ...]:
    return tuple(_compare(draft, wanted) for wanted in said.sketch.comparisons)


def _compare(draft: Draft, wanted: Comparison) -> str:
    if wanted.mention is None and (ref := _compared_before(draft)) is not None:
        return _test(draft, Filter(ref, wanted.op, wanted.values))
    if wanted.mention is None and draft.groups and draft.measures:
        return _having(draft, wanted)
    options = Options(draft.index).comparisons(wanted, draft.root)
    payload = choose(options, draft, wanted.mention.text if wanted.mention else "the number").option.payload
    if not isinstance(payload, Filter):
        raise CannotEdit("it is not clear what the number is compared with")
    return _test(draft, payload)


def _compared_before(draft: Draft) -> ColumnRef | None:
    for test in draft.conjuncts:
        refs = draft.refs(test)
        if len(refs) == 1 and restricts(draft, test, refs[0]) and _is_amount(draft, refs[0]):
            return refs[0]
    return None


def _is_amount(draft: Draft, ref: ColumnRef) -> bool:
    return is_measure(draft.index.table(ref.table), draft.index.column(ref.table, ref.name))


def _test(draft: Draft, filter_: Filter) -> str:
    draft.reach(filter_.ref.table)
    kept = [test for test in draft.conjuncts if not restricts(draft, test, filter_.ref)]
    replaced = len(kept) < len(draft.conjuncts)
    column = draft.index.column(filter_.ref.table, filter_.ref.name)
    draft.conjuncts = [*kept, condition(filter_, column, draft.names, draft.dialect)]
    return f"{filter_.ref} is compared anew{', in place of the number before' if replaced else ''}"


def _having(draft: Draft, wanted: Comparison) -> str:
    """Over groups it is their figure that is compared."""
    figure = draft.measures[-1].unalias().copy()
    values = tuple(literal(value) for value in wanted.values)
    draft.select.set("having", exp.Having(this=compared(figure, wanted.op, values)))
    return f"only groups by their {draft.measures[-1].alias_or_name or 'figure'}"
