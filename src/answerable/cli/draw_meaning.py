"""A semantic model as the terminal shows it: a table at a time, one line for each thing that is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.answers import safe_text

if TYPE_CHECKING:
    from rich.console import Console

    from answerable.agent import SourceMeaning
    from answerable.semantics import Entity, SemanticModel

__all__ = ["draw_meaning"]

_UNSURE = 0.7
_LONGEST = 110


def draw_meaning(meaning: SourceMeaning, console: Console) -> None:
    from rich.text import Text

    model = meaning.model
    console.print(Text(f"{safe_text(meaning.source)}: {len(model.entities)} tables ({model.dialect})", style="bold"))
    for entity in model.entities:
        console.print()
        console.print(Text(safe_text(_heading(entity)), style="bold cyan"))
        for what, words, probability in _lines(model, entity):
            text = safe_text(f"  {what:13} {words}")
            text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
            console.print(Text(text, style="dim" if probability < _UNSURE else ""))


def _heading(entity: Entity) -> str:
    kinds = {
        "view": entity.is_view,
        "person": entity.is_person,
        "bridge": entity.is_bridge,
        "code table": entity.is_code_table,
        "technical": entity.is_technical,
    }
    named = ", ".join(kind for kind, holds in kinds.items() if holds)
    return f"{entity.table}: {entity.noun}, {entity.plural}" + (f" ({named})" if named else "")


def _lines(model: SemanticModel, entity: Entity) -> Iterator[tuple[str, str, float]]:
    """What it is, in words, and how likely."""
    table = entity.table
    if entity.display:
        yield "shown as", ", ".join(entity.display), entity.probability
    for event in (one for one in model.events if one.table == table):
        yield (
            "happens",
            f"on {event.main_date or f'the date of {event.date_from}'}: {', '.join(event.verbs)}",
            event.probability,
        )
    for one in model.relationships_of(table):
        yield (
            "belongs to",
            f"{', '.join(one.columns)} → {one.target}.{', '.join(one.target_columns)} as {one.role}",
            one.probability,
        )
    for date in (one for one in model.dates if one.table == table):
        open_rows = ", empty while open" if date.null_means_open else ""
        yield ("main date" if date.is_main else "date"), f"{date.column}: {date.role}{open_rows}", date.probability
    for measure in model.measures_of(table):
        scale = f" × {measure.scale:g}" if measure.scale != 1 else ""
        yield "measure", f"{measure.column}: {measure.kind}, {measure.unit or 'no unit'}{scale}", measure.probability
    for derived in model.derived_of(table):
        parts = ", ".join(column for _, column in derived.parts)
        yield "derived", f"{derived.label} from {parts}", derived.probability
    yield from _states(model, table)


def _states(model: SemanticModel, table: str) -> Iterator[tuple[str, str, float]]:
    for flag in model.flags_of(table):
        yield "flag", f"{flag.column}: {flag.label} where {', '.join(map(str, flag.yes))}", flag.probability
    for status in (one for one in model.statuses if one.table == table):
        states = "; ".join(f"{state}: {', '.join(values)}" for state, values in status.states)
        yield "status", f"{status.column}: {states or len(status.spellings)}", status.probability
    for code in (one for one in model.decodings if one.table == table):
        yield "codes", f"{code.column}: {', '.join(f'{key} {text}' for key, text in code.meanings)}", code.probability
    for one in model.exclusions_of(table):
        yield "left out", f"{one.kind}: {one.condition.column} ({one.share:.1%} of the rows seen)", one.probability
    for hidden in (one for one in model.hidden_types if one.table == table):
        yield (
            "written as",
            f"{hidden.column}: {hidden.kind} {hidden.format} {hidden.currency}".rstrip(),
            hidden.probability,
        )
    for unknown in (one for one in model.unknown if one.table == table):
        yield "not told", f"{unknown.column} {unknown.code}".strip(), 0.0
