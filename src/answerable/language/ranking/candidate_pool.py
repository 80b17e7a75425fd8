"""The readings of one question, whoever made them, each once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.form import Form
from answerable.language.ranking.plausibility import makes_sense
from answerable.language.ranking.row_features import shows_strays

if TYPE_CHECKING:
    from answerable.language.neural.neural_parser import NeuralParser, NeuralReading
    from answerable.language.neural.value_candidates import ValueCandidate
    from answerable.language.translation import Translation

__all__ = ["PooledReading", "pool_readings"]

_MOST_BY_RULE = 3


@dataclass(frozen=True, slots=True)
class PooledReading:
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


def pool_readings(
    rules: Translation, read: tuple[NeuralReading, ...], reader: NeuralParser, question: str
) -> tuple[PooledReading, ...]:
    """The network's readings that make sense, then what only the rules found. A reading of both is one, in the rules'
    words."""
    values, items = read[0].values if read else reader.values(question), reader.items
    result = [
        PooledReading(one.sql, one.form, values, one.log_probability, position, least=one.least)
        for position, one in enumerate(read)
        if makes_sense(one.form, values, items) and not (rules.candidates and shows_strays(question, one.form, items))
    ]
    for position, candidate in enumerate(rules.candidates[:_MOST_BY_RULE]):
        form = reader.form(candidate.sql, values)
        same = next((at for at, one in enumerate(result) if form is not None and one.form == form), None)
        if same is None:
            result.append(PooledReading(candidate.sql, form, values, None, position, candidate.confidence))
        elif not result[same].by_rule:
            result[same] = replace(result[same], sql=candidate.sql, by_rule=candidate.confidence)
    return tuple(result)
