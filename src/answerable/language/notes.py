"""What was understood and what was assumed, in plain words for the answer."""

from __future__ import annotations

from answerable.language.aggregates import percent_discount
from answerable.language.definitions import Expression
from answerable.language.fill import Filled
from answerable.language.joining import Joiner
from answerable.language.options import Option
from answerable.language.query import Absence, ColumnRef, Filter, Having, Measure
from answerable.language.schema_index import SchemaIndex
from answerable.language.sketch import Sketch
from answerable.language.traits import clock, is_cents, is_personal
from answerable.schema import Table

__all__ = ["assumptions", "target_words", "understood"]

_SIGNS = {"times": "×", "plus": "+", "minus": "-", "over": "÷", "hourly": "÷", "percent": "in percent of"}


def understood(drawn: Sketch, filled: Filled) -> tuple[str, ...]:
    """Each matched part of the question and what it was taken for."""
    found = [f"'{option.said}' is {target_words(option)}" for option in filled.chosen if option.said]
    found += [f"'{wanted.date.text}' is {wanted.date.period.words}" for wanted in drawn.dates if filled.dates]
    return tuple(dict.fromkeys(found))


def target_words(option: Option) -> str:
    payload = option.payload
    if isinstance(payload, Measure):
        return _measure_words(payload)
    if isinstance(payload, tuple):
        return ", ".join(str(d.ref) for d in payload if not d.hidden)
    if isinstance(payload, Having):
        summed = payload.measure.columns and payload.measure.function == "sum"
        return f"the total of {_measure_words(payload.measure)}" if summed else f"the number of {payload.measure.table}"
    if isinstance(payload, Absence):
        return f"rows of {payload.table}"
    return _filter_words(payload) if isinstance(payload, Filter) else str(payload)


def _measure_words(measure: Measure) -> str:
    if measure.definition:
        return f"the metric {measure.definition.name}, computed as it is defined"
    if not measure.columns:
        return f"rows of {measure.table}"
    return f" {_SIGNS[measure.operator]} ".join(str(ref) for ref in measure.refs)


def _filter_words(filter_: Filter) -> str:
    if filter_.op in ("null", "not_null", "empty", "filled", "true", "false"):
        words = {
            "null": "is empty",
            "not_null": "is filled",
            "empty": "is empty or 0",
            "filled": "is filled and not 0",
            "true": "is true",
            "false": "is false",
        }
        return f"{filter_.ref} {words[filter_.op]}"
    if filter_.op in ("meets", "fails") and isinstance(filter_.values[0], Expression):
        return f"{'' if filter_.op == 'meets' else 'not '}{filter_.values[0].text}"
    if filter_.op in ("eq", "same") and isinstance(filter_.values[0], str):
        return f"{filter_.ref} '{filter_.values[0]}'"
    return str(filter_.ref)


def assumptions(drawn: Sketch, filled: Filled, index: SchemaIndex, joiner: Joiner) -> tuple[str, ...]:
    """Every choice made on the asker's behalf."""
    found = [*_named(filled), *_periods(drawn, filled), *_units(filled, index), *_rankings(drawn, filled)]
    found += [*_windows(drawn, filled), *_left_out(filled, index)]
    if joiner.multiplied(filled.query):
        found.append("A join repeats rows, so the figures may count some amounts more than once")
    found += [
        f"{join.left} and {join.table} are joined by {join.pairs[0][0]}, which nobody declared as a key"
        for join in joiner.joins(filled.query)
        if join.inferred
    ]
    return tuple(dict.fromkeys(found))


def _named(filled: Filled) -> list[str]:
    """Names that the question did not use letter for letter."""
    return [
        f"'{option.said}' is {target_words(option)}"
        for option in filled.chosen
        if option.said and (option.score < 0.99 or _is_defined(option)) and _says_more(option)
    ]


def _is_defined(option: Option) -> bool:
    """A figure, or a word that somebody defined: to be said however plain it is."""
    payload = option.payload
    return isinstance(payload, Measure) or (isinstance(payload, Filter) and payload.op in ("meets", "fails"))


def _says_more(option: Option) -> bool:
    payload = option.payload
    plain = isinstance(payload, Measure) and not payload.columns and not payload.definition
    return not plain or option.score < 0.9


def _periods(drawn: Sketch, filled: Filled) -> list[str]:
    if not filled.dates:
        return []
    found = [f"'{d.date.text}' is {d.date.period.words}" for d in drawn.dates if d.date.relative]
    timed = bool(drawn.dates or any(group.grain for group in drawn.groups))
    return [*found, *([f"Dates are those of {filled.dates[0]}"] if timed else [])]


def _units(filled: Filled, index: SchemaIndex) -> list[str]:
    refs = [ref for measure in filled.query.measures for ref in measure.refs]
    refs += list(filled.query.columns) + [filter_.ref for filter_ in filled.query.filters]
    found = []
    for ref in refs:
        column = index.column(ref.table, ref.name)
        if is_cents(column):
            found.append(f"Amounts in {ref} are divided by 100, for they are kept in cents")
        if clock(column) in ("epoch_ms", "epoch_s"):
            found.append(f"{ref} is read as a moment in UTC, counted from 1970")
    return [*found, *_discounts(filled, index)]


def _discounts(filled: Filled, index: SchemaIndex) -> list[str]:
    found = []
    for measure in filled.query.measures:
        column = percent_discount(index.table(measure.table).columns) if measure.reduced else None
        if column:
            found.append(f"The discount in {measure.table}.{column.name} is taken off")
    return found


def _rankings(drawn: Sketch, filled: Filled) -> list[str]:
    query, ranking = filled.query, drawn.ranking
    if ranking is None or ranking.limit or query.limit is None or query.limit == 1:
        return []
    return [f"No number was given, so the first {query.limit} are shown"]


def _windows(drawn: Sketch, filled: Filled) -> list[str]:
    """By which steps a window goes, and that steps without rows are none."""
    window = filled.query.window
    if window is None or not window.along:
        return []
    step = (window.along[0].grain or window.along[0].label).split("_")[0]
    found = [f"A {step} without rows is passed over, so the one before it counts as the previous one"]
    if drawn.window and drawn.window.kind == "moving":
        found.append(f"The average is over {window.size} such steps, the present one included")
    return found


def _left_out(filled: Filled, index: SchemaIndex) -> list[str]:
    """Personal columns that a list of whole rows does not show."""
    query = filled.query
    if not query.columns or any(isinstance(option.payload, ColumnRef) for option in filled.chosen):
        return []
    table: Table = index.table(query.root)
    hidden = [column.name for column in table.columns if is_personal(column)]
    return [f"Personal columns are left out unless asked for: {', '.join(hidden)}"] if hidden else []
