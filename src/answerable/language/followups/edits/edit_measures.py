"""Figures: `the average instead`, `total duration instead`, `show the number of orders too`, `and the maximum?`."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.choose_reading import choose
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.linking.mentions import Mention
from answerable.language.query.aggregates import Aggregates
from answerable.language.query.join_rows import Joiner
from answerable.language.query.sql_names import measure_label
from answerable.language.query_model.filled_query import Measure, Query
from answerable.language.rules.slot_options import Options

__all__ = ["change_measure"]

_CLASSES = {"sum": exp.Sum, "avg": exp.Avg, "min": exp.Min, "max": exp.Max, "median": exp.Median}
_NAMES = {
    "sum": msg("figure.sum"),
    "avg": msg("figure.avg"),
    "min": msg("figure.min"),
    "max": msg("figure.max"),
    "median": msg("figure.median"),
}


def change_measure(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    function = _function(said)
    if named := _named(said, function):
        measure = _amount(draft, named, function or _function_before(draft))
    elif counted := _counted(draft, said, function):
        measure = _rows(draft, counted)
    elif function in _CLASSES and not said.sketch.groups:
        return _other_function(draft, function or "")
    else:
        return ()
    return _show(draft, measure, beside=said.has("adding"))


def _function(said: Fragment) -> str | None:
    """`the highest instead` asks for another figure, not for the first of the rows."""
    ranking = said.sketch.ranking
    if ranking and not ranking.sorting and not ranking.limit and said.has("replacing"):
        return "max" if ranking.descending else "min"
    return said.sketch.function


def _named(said: Fragment, function: str | None) -> Mention | None:
    sketch = said.sketch
    summed = function is not None and function != "count"
    named = sketch.measure or (sketch.outputs if summed else ())
    return named[0] if named and not said.has("same", "lifting", "removing") else None


def _counted(draft: Draft, said: Fragment, function: str | None) -> Mention | None:
    """A table whose rows are to be counted, other than those counted already."""
    subject = said.sketch.subject
    if function != "count" or subject is None or not subject.of("table"):
        return None
    known = any(target.table in draft.tables for target in subject.of("table"))
    return subject if not known or said.has("adding", "replacing") else None


def _amount(draft: Draft, mention: Mention, function: str) -> Measure:
    payload = choose(Options(draft.index).amounts(mention, function), draft, mention.text).option.payload
    if not isinstance(payload, Measure):
        raise CannotEdit(msg("cannot_edit.not_added_up", phrase=mention.text))
    return payload


def _function_before(draft: Draft) -> str:
    kinds = [name for name, kind in _CLASSES.items() for measure in draft.measures if measure.find(kind)]
    return kinds[0] if kinds else "sum"


def _rows(draft: Draft, mention: Mention) -> Measure:
    payload = choose(Options(draft.index).counts(mention), draft, mention.text).option.payload
    if not isinstance(payload, Measure):
        raise CannotEdit(msg("cannot_edit.not_counted", phrase=mention.text))
    return payload


def _show(draft: Draft, measure: Measure, beside: bool) -> tuple[CodedMessage, ...]:
    draft.reach(measure.table, repeating=not beside or not draft.measures)
    steps = draft.graph.tree(measure.table, tuple(t for t in draft.tables if t != measure.table)) or ()
    repeated = any(step.multiplies for step in steps)
    if repeated and measure.function not in ("count", "count_distinct", "min", "max"):
        raise CannotEdit(msg("cannot_edit.counted_twice", table=measure.table))
    label = measure_label(measure)
    figure = exp.alias_(_figure(draft, measure, repeated), draft.names.alias(label), copy=False)
    _place(draft, figure, beside)
    shown = label.replace("_", " ")
    return (msg("follow_up.also_figure", figure=shown) if beside else msg("follow_up.figure", figure=shown),)


def _figure(draft: Draft, measure: Measure, repeated: bool) -> exp.Expr:
    key = draft.index.table(measure.table).primary_key
    if measure.function == "count" and repeated and len(key) == 1:
        measure = Measure("count_distinct", measure.table, key)
    return Aggregates(draft.index, draft.names, Joiner(draft.graph)).figure(measure, Query(measure.table))


def _place(draft: Draft, figure: exp.Expr, beside: bool) -> None:
    """Beside the figures there, or in their place: what was ordered by them is ordered by it."""
    if beside and draft.is_aggregate:
        draft.outputs = [*draft.outputs, figure]
        return
    if not draft.is_aggregate:
        draft.order, draft.limit, draft.outputs = [], None, [figure]
        return
    is_hidden = [measure.alias for measure in draft.measures if measure.alias]
    for term in draft.order:
        if term.this.name in is_hidden or term.find(exp.AggFunc):
            term.set("this", exp.Column(this=figure.args["alias"].copy()))
    draft.outputs = [*draft.dimensions, figure]


def _other_function(draft: Draft, function: str) -> tuple[CodedMessage, ...]:
    """The same column, computed otherwise; of mere counts there is no average."""
    before = [node for measure in draft.measures for node in measure.find_all(*_CLASSES.values())]
    if not before:
        return _main_amount(draft, function)
    refs = draft.refs(before[0])
    if len(refs) == 1 and isinstance(before[0].this, exp.Column):
        _place(draft, _single(draft, Measure(function, refs[0].table, (refs[0].name,))), beside=False)
    else:
        before[0].replace(_CLASSES[function](this=before[0].this.copy()))
    return (msg("follow_up.figure_instead", figure=_NAMES[function]),)


def _single(draft: Draft, measure: Measure) -> exp.Expr:
    figure = _figure(draft, measure, repeated=False)
    return exp.alias_(figure, draft.names.alias(measure_label(measure)), copy=False)


def _main_amount(draft: Draft, function: str) -> tuple[CodedMessage, ...]:
    """Rows were counted or listed: their main amount."""
    amounts = Options(draft.index).main_amounts(draft.index.table(draft.root))
    if not amounts:
        raise CannotEdit(msg("cannot_edit.no_amount", table=draft.root, figure=_NAMES[function]))
    _place(draft, _single(draft, Measure(function, draft.root, amounts[:1])), beside=False)
    return (msg("follow_up.figure_of", figure=_NAMES[function], column=f"{draft.root}.{amounts[0]}"),)
