"""Groups: `by month` adds one where there is none, takes its place where there is; `as well` keeps both."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.edits.edit_periods import date_column
from answerable.language.followups.fragment import Fragment
from answerable.language.linking.column_traits import clock
from answerable.language.query.date_buckets import bucket
from answerable.language.query_model.filled_query import Dimension
from answerable.language.question.dates.grain_messages import grain_message
from answerable.language.rules.sketch import Group
from answerable.language.rules.slot_options import Options
from answerable.naming.identifiers import identifier_lemmas
from answerable.sql.column_ref import ColumnRef

__all__ = ["group_by", "group_rows"]


def group_rows(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    if said.has("comparing") and said.sketch.values and not draft.groups:
        return _set_against(draft)
    wanted = said.sketch.groups or _same_for(said)
    if not wanted:
        return ()
    result = [dimension for group in wanted for dimension in _dimensions(draft, group)]
    beside = said.has("adding", "splitting") and not said.has("replacing")
    return group_by(draft, result, beside)


def _same_for(said: Fragment) -> tuple[Group, ...]:
    """`same for countries` groups by countries what was grouped by something else."""
    if not said.has("same"):
        return ()
    named = [*said.sketch.outputs, *said.sketch.measure, *((said.sketch.subject,) if said.sketch.subject else ())]
    return tuple(Group(mention) for mention in named[:1])


def _dimensions(draft: Draft, group: Group) -> tuple[Dimension, ...]:
    own = [t for t in group.mention.of("column") if t.table in draft.tables] if group.mention else []
    if group.grain and not own and (ref := date_column(draft, grain=group.grain)):
        return (Dimension(ref, group.grain, group.grain),)
    if group.mention is None:
        raise CannotEdit(msg("cannot_edit.no_date_to_group"))
    payload = choose(Options(draft.index).dimensions(group), draft, group.mention.text).option.payload
    if not isinstance(payload, tuple):
        raise CannotEdit(msg("cannot_edit.not_grouped_by", phrase=group.mention.text))
    return payload


def group_by(draft: Draft, wanted: list[Dimension], beside: bool) -> tuple[CodedMessage, ...]:
    """Groups the draft; groups there before stay when `beside`, and when one step of time takes another's place."""
    shown = [(_expression(draft, d), d) for d in wanted]
    kept = _kept(draft, wanted, beside)
    measures = draft.measures or [_count(draft)]
    replaced = bool(draft.groups) and len(kept) < len(draft.groups)
    outputs = [output for output in draft.dimensions if draft.groups and output.unalias() in kept]
    named = [_named(draft, expression, d) for expression, d in shown if not d.hidden]
    timed = [output for output, (_, d) in zip(named, [s for s in shown if not s[1].hidden], strict=True) if d.grain]
    if not draft.is_aggregate:
        draft.order, draft.limit = [], None
    draft.groups = [*kept, *(expression for expression, _ in shown)]
    draft.outputs = [*timed, *outputs, *(output for output in named if output not in timed), *measures]
    _put_in_order(draft, timed)
    names = tuple(grain_message(d.grain) if d.grain else str(d.ref) for d in wanted if not d.hidden)
    return (msg("follow_up.by_instead", columns=names) if replaced else msg("follow_up.by", columns=names),)


def _kept(draft: Draft, wanted: list[Dimension], beside: bool) -> list[exp.Expr]:
    if beside:
        return draft.groups
    if len(wanted) != 1 or wanted[0].grain is None:
        return []
    timed = [group for group in draft.groups if wanted[0].ref in draft.refs(group)]
    return [group for group in draft.groups if group not in timed] if timed else []


def _expression(draft: Draft, dimension: Dimension) -> exp.Expr:
    column = draft.column(dimension.ref)
    if dimension.grain is None:
        return column
    how = clock(draft.index.column(dimension.ref.table, dimension.ref.name)) or "date"
    return bucket(column, how, dimension.grain, draft.dialect)


def _named(draft: Draft, expression: exp.Expr, dimension: Dimension) -> exp.Expr:
    if isinstance(expression, exp.Column) and expression.name == dimension.label:
        return expression.copy()
    return exp.alias_(expression.copy(), draft.names.alias(dimension.label), copy=False)


def _count(draft: Draft) -> exp.Expr:
    label = "_".join((*identifier_lemmas(draft.root.rsplit(".", 1)[-1]), "count"))
    return exp.alias_(exp.Count(this=exp.Star()), draft.names.alias(label), copy=False)


def _put_in_order(draft: Draft, timed: list[exp.Expr]) -> None:
    """Time runs forward; other groups go by their figure, largest first, unless the earlier order still makes sense."""
    if timed:
        draft.order, draft.limit = [exp.Ordered(this=_by(output), nulls_first=True) for output in timed], None
        return
    sensible = [term for term in draft.order if _still_shown(draft, term)]
    largest = exp.Ordered(this=_by(draft.measures[0]), desc=True, nulls_first=False)
    draft.order = sensible or [largest]


def _still_shown(draft: Draft, term: exp.Ordered) -> bool:
    inside = draft.refs(term)
    return term.find(exp.AggFunc) is not None or not inside or term.this in draft.groups


def _by(output: exp.Expr) -> exp.Expr:
    return exp.Column(this=output.args["alias"].copy()) if output.alias else output.copy()


def _set_against(draft: Draft) -> tuple[CodedMessage, ...]:
    """Two values compared: a group for each."""
    test = next((t for t in reversed(draft.conjuncts) if isinstance(t, exp.In) and draft.refs(t)), None)
    refs: tuple[ColumnRef, ...] = draft.refs(test) if test is not None else ()
    if len(refs) != 1:
        raise CannotEdit(msg("cannot_edit.nothing_to_compare"))
    label = "_".join(identifier_lemmas(refs[0].name))
    return group_by(draft, [Dimension(refs[0], label=label)], beside=False)
