"""The readings of one question, whoever made them, each once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from answerable.language.ranking.rows import shows_strays
from answerable.language.ranking.sense import makes_sense
from answerable.language.reader.form import Form

if TYPE_CHECKING:
    from answerable.language.reader.candidates import ValueCandidate
    from answerable.language.reader.reading import Read, Reader
    from answerable.language.translation import Translation

__all__ = ["Pooled", "pooled"]

_MOST_BY_RULE = 3


@dataclass(frozen=True, slots=True)
class Pooled:
    sql: str
    form: Form | None
    """None where the SQL says what no form can."""
    values: tuple[ValueCandidate, ...]
    log_probability: float | None
    """The network's; None where it did not come to this reading."""
    place: int
    """Among the readings of the way that found it, best first."""
    by_rule: float = 0.0
    """How sure the rules are; 0 where they did not come to this reading."""
    least: float = 0.0
    """The log probability of the token the network was least sure of."""


def pooled(rules: Translation, read: tuple[Read, ...], reader: Reader, question: str) -> tuple[Pooled, ...]:
    """The network's readings that make sense, then what only the rules found. A reading of both is one, in the rules'
    words."""
    values, items = read[0].values if read else reader.values(question), reader.items
    found = [
        Pooled(one.sql, one.form, values, one.log_probability, place, least=one.least)
        for place, one in enumerate(read)
        if makes_sense(one.form, values, items) and not (rules.candidates and shows_strays(question, one.form, items))
    ]
    for place, candidate in enumerate(rules.candidates[:_MOST_BY_RULE]):
        form = reader.form(candidate.sql, values)
        same = next((at for at, one in enumerate(found) if form is not None and one.form == form), None)
        if same is None:
            found.append(Pooled(candidate.sql, form, values, None, place, candidate.confidence))
        elif not found[same].by_rule:
            found[same] = replace(found[same], sql=candidate.sql, by_rule=candidate.confidence)
    return tuple(found)
