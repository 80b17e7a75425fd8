"""The slots a sketch has to fill, each with its options."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.mentions import Mention
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.slot_options import Option, Options

__all__ = ["Slot", "slots"]


@dataclass(frozen=True, slots=True)
class Slot:
    role: str
    """measure, group, filter or output."""
    options: tuple[Option, ...]
    said: str
    """The words it stands for, to say what was not understood when there is no option."""


def slots(sketch: Sketch, options: Options) -> list[Slot]:
    """All slots of a sketch. The measure comes first: it decides whose rows are looked at."""
    measure, shown = _measure(sketch, options)
    result = [measure] if measure else []
    result += [
        Slot("measure", options.amounts(mention, sketch.function or "sum"), mention.text) for mention in sketch.also
    ]
    result += [Slot("measure", _figures(options, function, mention), mention.text) for function, mention in sketch.more]
    result += [Slot("group", options.dimensions(g), g.mention.text) for g in sketch.groups if g.mention and not g.grain]
    if sketch.partition and not sketch.partition.grain and (within := sketch.partition.mention):
        result.append(Slot("partition", options.dimensions(sketch.partition), within.text))
    result += [Slot("output", options.outputs(mention, _table(sketch.subject)), mention.text) for mention in shown]
    return result + _filters(sketch, options)


def _figures(options: Options, function: str, mention: Mention) -> tuple[Option, ...]:
    return options.counts(mention) if function in ("count", "count_distinct") else options.amounts(mention, function)


def _filters(sketch: Sketch, options: Options) -> list[Slot]:
    subject = _table(sketch.subject)
    result = [Slot("filter", options.values(value), value.mention.text) for value in sketch.values]
    result += [Slot("filter", options.texts(raw, subject), raw.text) for raw in sketch.texts]
    for comparison in sketch.comparisons:
        said = comparison.mention.text if comparison.mention else " and ".join(str(v) for v in comparison.values)
        result.append(Slot("filter", options.comparisons(comparison, subject), said))
    result += [Slot("filter", options.presences(wanted, subject), wanted.mention.text) for wanted in sketch.presences]
    return result


def _table(mention: Mention | None) -> str | None:
    tables = mention.of("table") if mention else ()
    return tables[0].table if tables else None


def _measure(sketch: Sketch, options: Options) -> tuple[Slot | None, tuple[Mention, ...]]:
    """The measure's slot and the columns that are left to be shown."""
    if sketch.measure:
        return _named_measure(sketch, options), sketch.outputs
    if sketch.ranking and (ranked := _ranking_measure(sketch, options)):
        return ranked, sketch.outputs
    if sketch.ranking and not sketch.ranking.sorting and not sketch.function and not sketch.groups:
        return None, sketch.outputs
    if sketch.function in ("count", "count_distinct"):
        return _counted(sketch, options)
    return _implied(sketch, options)


def _named_measure(sketch: Sketch, options: Options) -> Slot:
    first = sketch.measure[0]
    function = sketch.function or "sum"
    if len(sketch.measure) == 2:
        return Slot("measure", options.pair(first, sketch.measure[1], function, sketch.operator), first.text)
    if function == "count_distinct":
        return Slot("measure", options.distinct(first) or options.counts(first), first.text)
    if function == "count":
        return Slot("measure", options.counts(first), first.text)
    return Slot("measure", options.amounts(first, function), first.text)


def _ranking_measure(sketch: Sketch, options: Options) -> Slot | None:
    ranking = sketch.ranking
    assert ranking is not None
    if ranking.hint == "sales":
        return Slot("measure", options.sold_amount(), "best selling")
    if ranking.hint == "count" and sketch.subject is not None:
        return Slot("measure", options.sold_amount() or options.counts(sketch.subject), sketch.subject.text)
    if ranking.hint == "count" and sketch.outputs:
        tables = [option.table for option in options.outputs(sketch.outputs[0])]
        return Slot("measure", tuple(options.rows(table) for table in tables), sketch.outputs[0].text)
    if ranking.by is None:
        return None
    if ranking.by.best.kind == "table" or (ranking.function == "count" and not options.amounts(ranking.by, "sum")):
        return Slot("measure", options.counts(ranking.by), ranking.by.text)
    amounts = options.amounts(ranking.by, _added(ranking.function))
    if ranking.sorting and not amounts:
        return None  # `sorted by name`: rows in the order of a text
    return Slot("measure", amounts, ranking.by.text)


def _added(function: str | None) -> str:
    """`number of votes`, where votes is a column of numbers, adds them up."""
    return "sum" if function in (None, "count") else function


def _counted(sketch: Sketch, options: Options) -> tuple[Slot | None, tuple[Mention, ...]]:
    if sketch.subject is not None:
        return Slot("measure", options.counts(sketch.subject), sketch.subject.text), ()
    if sketch.outputs:
        return Slot("measure", options.counts(sketch.outputs[0]), sketch.outputs[0].text), sketch.outputs[1:]
    held = [option for value in sketch.values for option in options.values(value)]
    rows = tuple(options.rows(table, score=0.8) for table in dict.fromkeys(option.table for option in held))
    return (Slot("measure", rows, "how many") if rows else None), ()


def _implied(sketch: Sketch, options: Options) -> tuple[Slot | None, tuple[Mention, ...]]:
    """No aggregate in words: an amount that is grouped, shared or asked for by itself is added up."""
    function = sketch.function or "sum"
    amounts = [(m, result) for m in sketch.outputs if (result := options.amounts(m, function))]
    pooled = bool(sketch.groups or sketch.share or sketch.function or sketch.ranking or sketch.change)
    alone = not sketch.listing and sketch.subject is None and len(sketch.outputs) == 1
    defined = any(mention.of("metric") for mention, _ in amounts)
    if defined:
        amounts = [(mention, result) for mention, result in amounts if mention.of("metric")]
    if amounts and (pooled or alone or defined) and not (sketch.ranking and not sketch.groups and not sketch.function):
        mention, result = amounts[0]
        return Slot("measure", result, mention.text), tuple(m for m in sketch.outputs if m is not mention)
    if sketch.subject is not None and pooled and not _ranks_rows(sketch):
        pooled_rows = options.money(sketch.subject, "sum") or options.counts(sketch.subject)
        return Slot("measure", pooled_rows, sketch.subject.text), sketch.outputs
    return None, sketch.outputs


def _ranks_rows(sketch: Sketch) -> bool:
    return sketch.ranking is not None and not sketch.groups and not sketch.share and not sketch.function
