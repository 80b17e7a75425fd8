"""What was understood and what was assumed, in plain words for the answer."""

from __future__ import annotations

from answerable.kernel.messages import CodedMessage, msg, verbatim
from answerable.kernel.schema import Table
from answerable.language.linking.column_traits import clock, is_cents, is_personal
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query.aggregates import percent_discount
from answerable.language.query.join_rows import Joiner
from answerable.language.query_model.definitions import Expression
from answerable.language.query_model.filled_query import Absence, Filter, Having, Measure
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.question.dates.grain_messages import grain_message, period_message
from answerable.language.rules.fill_slots import Filled
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.slot_options import Option
from answerable.sql.column_ref import ColumnRef

__all__ = ["assumptions", "meaning_of", "phrase_note", "understood_parts"]

_SIGNS = {"times": "×", "plus": "+", "minus": "-", "over": "÷", "hourly": "÷", "percent": "/"}


def understood_parts(sketch: Sketch, filled: Filled) -> tuple[CodedMessage, ...]:
    """Each matched part of the question and what it was taken for."""
    result = [phrase_note(option) for option in filled.chosen if option.said]
    result += [_date_note(wanted.date) for wanted in sketch.dates if filled.dates]
    return tuple(dict.fromkeys(result))


def phrase_note(option: Option) -> CodedMessage:
    return msg("notes.phrase_is", phrase=option.said, meaning=meaning_of(option))


def _date_note(date: DateMention) -> CodedMessage:
    return msg("notes.phrase_is", phrase=date.text, meaning=period_message(date.period))


def meaning_of(option: Option) -> CodedMessage:
    payload = option.payload
    if isinstance(payload, Measure):
        return _measure_meaning(payload)
    if isinstance(payload, tuple):
        return verbatim(", ".join(str(d.ref) for d in payload if not d.hidden))
    if isinstance(payload, Having):
        return _having_meaning(payload.measure)
    if isinstance(payload, Absence):
        return msg("meaning.rows", table=payload.table)
    return _filter_meaning(payload) if isinstance(payload, Filter) else verbatim(str(payload))


def _having_meaning(measure: Measure) -> CodedMessage:
    if measure.columns and measure.function == "sum":
        return msg("meaning.total", amount=_measure_meaning(measure))
    return msg("meaning.number", table=measure.table)


def _measure_meaning(measure: Measure) -> CodedMessage:
    if measure.definition:
        return msg("meaning.metric", name=measure.definition.name)
    if not measure.columns:
        return msg("meaning.rows", table=measure.table)
    columns = [str(ref) for ref in measure.refs]
    if measure.operator == "percent" and len(columns) == 2:
        return msg("meaning.percent", part=columns[0], whole=columns[1])
    return verbatim(f" {_SIGNS[measure.operator]} ".join(columns))


def _filter_meaning(filter_: Filter) -> CodedMessage:
    if presence := _presence_meaning(filter_.op, str(filter_.ref)):
        return presence
    if filter_.op in ("meets", "fails") and isinstance(filter_.values[0], Expression):
        text = filter_.values[0].text
        return verbatim(text) if filter_.op == "meets" else msg("meaning.opposite", condition=text)
    if filter_.op in ("eq", "same") and isinstance(filter_.values[0], str):
        return verbatim(f"{filter_.ref} '{filter_.values[0]}'")
    return verbatim(str(filter_.ref))


def _presence_meaning(op: str, column: str) -> CodedMessage | None:
    return {
        "null": msg("meaning.null", column=column),
        "not_null": msg("meaning.filled", column=column),
        "empty": msg("meaning.null_or_zero", column=column),
        "filled": msg("meaning.filled_not_zero", column=column),
        "true": msg("meaning.true", column=column),
        "false": msg("meaning.false", column=column),
    }.get(op)


def assumptions(sketch: Sketch, filled: Filled, index: SchemaIndex, joiner: Joiner) -> tuple[CodedMessage, ...]:
    """Every choice made on the asker's behalf."""
    result = [*_named(filled), *_periods(sketch, filled), *_units(filled, index), *_rankings(sketch, filled)]
    result += [*_windows(sketch, filled), *_left_out(filled, index)]
    if joiner.multiplies_rows(filled.query):
        result.append(msg("notes.join_repeats_rows"))
    result += [
        msg("notes.undeclared_key", table=join.left, other=join.table, column=join.pairs[0][0])
        for join in joiner.joins(filled.query)
        if join.inferred
    ]
    return tuple(dict.fromkeys(result))


def _named(filled: Filled) -> list[CodedMessage]:
    """Names that the question did not use letter for letter."""
    return [
        phrase_note(option)
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


def _periods(sketch: Sketch, filled: Filled) -> list[CodedMessage]:
    if not filled.dates:
        return []
    result = [_date_note(d.date) for d in sketch.dates if d.date.relative]
    timed = bool(sketch.dates or any(group.grain for group in sketch.groups))
    return [*result, *([msg("notes.dates_of", column=str(filled.dates[0]))] if timed else [])]


def _units(filled: Filled, index: SchemaIndex) -> list[CodedMessage]:
    refs = [ref for measure in filled.query.measures for ref in measure.refs]
    refs += list(filled.query.columns) + [filter_.ref for filter_ in filled.query.filters]
    result = []
    for ref in refs:
        column = index.column(ref.table, ref.name)
        if is_cents(column):
            result.append(msg("notes.cents", column=str(ref)))
        if clock(column) in ("epoch_ms", "epoch_s"):
            result.append(msg("notes.unix_time", column=str(ref)))
    return [*result, *_discounts(filled, index)]


def _discounts(filled: Filled, index: SchemaIndex) -> list[CodedMessage]:
    result = []
    for measure in filled.query.measures:
        column = percent_discount(index.table(measure.table).columns) if measure.reduced else None
        if column:
            result.append(msg("notes.discount", column=f"{measure.table}.{column.name}"))
    return result


def _rankings(sketch: Sketch, filled: Filled) -> list[CodedMessage]:
    query, ranking = filled.query, sketch.ranking
    if ranking is None or ranking.limit or query.limit is None or query.limit == 1:
        return []
    return [msg("notes.no_number_given", count=query.limit)]


def _windows(sketch: Sketch, filled: Filled) -> list[CodedMessage]:
    """By which steps a window goes, and that steps without rows are none."""
    window = filled.query.window
    if window is None or not window.along:
        return []
    step = grain_message((window.along[0].grain or window.along[0].label).split("_")[0])
    result = [msg("notes.steps_without_rows", step=step)]
    if sketch.window and sketch.window.kind == "moving":
        result.append(msg("notes.moving_average", count=window.size or 0))
    return result


def _left_out(filled: Filled, index: SchemaIndex) -> list[CodedMessage]:
    """Personal columns that a list of whole rows does not show."""
    query = filled.query
    if not query.columns or any(isinstance(option.payload, ColumnRef) for option in filled.chosen):
        return []
    table: Table = index.table(query.root)
    hidden = [column.name for column in table.columns if is_personal(column)]
    return [msg("notes.personal_columns", columns=tuple(hidden))] if hidden else []
