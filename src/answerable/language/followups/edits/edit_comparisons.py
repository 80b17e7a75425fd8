"""Numbers: `and over 30?` takes the place of the comparison before it, `only those over 15` is added."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.edit_periods import restricts
from answerable.language.followups.fragment import Fragment
from answerable.language.linking.column_traits import is_measure
from answerable.language.query.conditions import comparison_sql, condition, literal
from answerable.language.query_model.filled_query import Filter
from answerable.language.rules.sketch import ComparisonFilter
from answerable.language.rules.slot_options import Options
from answerable.sql.column_ref import ColumnRef

__all__ = ["compare_numbers"]


def compare_numbers(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    return tuple(_compare(draft, wanted) for wanted in said.sketch.comparisons)


def _compare(draft: Draft, wanted: ComparisonFilter) -> CodedMessage:
    if wanted.mention is None and (ref := _compared_before(draft)) is not None:
        return _test(draft, Filter(ref, wanted.op, wanted.values))
    if wanted.mention is None and draft.groups and draft.measures:
        return _having(draft, wanted)
    options = Options(draft.index).comparisons(wanted, draft.root)
    payload = choose(options, draft, wanted.mention.text if wanted.mention else None).option.payload
    if not isinstance(payload, Filter):
        raise CannotEdit(msg("cannot_edit.number_unclear"))
    return _test(draft, payload)


def _compared_before(draft: Draft) -> ColumnRef | None:
    for test in draft.conjuncts:
        refs = draft.refs(test)
        if len(refs) == 1 and restricts(draft, test, refs[0]) and _is_amount(draft, refs[0]):
            return refs[0]
    return None


def _is_amount(draft: Draft, ref: ColumnRef) -> bool:
    return is_measure(draft.index.table(ref.table), draft.index.column(ref.table, ref.name))


def _test(draft: Draft, filter_: Filter) -> CodedMessage:
    draft.reach(filter_.ref.table)
    kept = [test for test in draft.conjuncts if not restricts(draft, test, filter_.ref)]
    replaced = len(kept) < len(draft.conjuncts)
    column = draft.index.column(filter_.ref.table, filter_.ref.name)
    draft.conjuncts = [*kept, condition(filter_, column, draft.names, draft.dialect)]
    column_name = str(filter_.ref)
    if replaced:
        return msg("follow_up.compared_instead", column=column_name)
    return msg("follow_up.compared", column=column_name)


def _having(draft: Draft, wanted: ComparisonFilter) -> CodedMessage:
    """Over groups it is their figure that is comparison_sql."""
    figure = draft.measures[-1].unalias().copy()
    values = tuple(literal(value) for value in wanted.values)
    draft.select.set("having", exp.Having(this=comparison_sql(figure, wanted.op, values)))
    figure_name = draft.measures[-1].alias_or_name
    return msg("follow_up.groups_by", figure=figure_name) if figure_name else msg("follow_up.groups_by_figure")
