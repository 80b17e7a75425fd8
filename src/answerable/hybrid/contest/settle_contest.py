"""Which of them answers: the engine's reading, the model's SQL, or a person who is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.explain import explain
from answerable.hybrid.contest.contest_features import Features, ModelReading, contest_features
from answerable.hybrid.contest.weigh_contest import Chances, bars, weigh_contest
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg, verbatim
from answerable.language.translation import Candidate, CodedClarification, CodedReading, Translation

if TYPE_CHECKING:
    from answerable.hybrid.sight import Sight

__all__ = ["Settled", "settle_contest"]

_MOST_CANDIDATES = 5
_ANSWERABLE = 0.5


@dataclass(frozen=True, slots=True)
class Settled:
    translation: Translation
    features: Features
    chances: Chances


def settle_contest(
    question: str, reading: ModelReading, engine: Translation, sight: Sight, name: str, lang: str = "en"
) -> Settled:
    features = contest_features(question, reading, engine, sight)
    chances = weigh_contest(features)
    if features["agrees"]:
        translation = _agreed(engine, max(chances.model, chances.engine))
    elif chances.model >= chances.engine:
        translation = _by_model(reading, engine, chances, features, name)
    else:
        translation = _by_engine(reading, engine, chances)
    if not features["agrees"] and _is_open(chances, engine):
        translation = _asked(translation, sight, lang)
    return Settled(translation, features, chances)


def _agreed(engine: Translation, confidence: float) -> Translation:
    """Both ways lead to the same rows: the engine's words say what they are."""
    best, *others = engine.candidates
    sure = replace(best, confidence=max(best.confidence, confidence))
    return replace(engine, candidates=(sure, *_below(others, sure.confidence)), clarification=None, decline=None)


def _by_model(
    reading: ModelReading, engine: Translation, chances: Chances, features: Features, name: str
) -> Translation:
    """With the engine's readings as what else may be meant. What the engine takes to be nowhere in the data is
    answered only by SQL that is likely to be right."""
    most = 1.0 if features["agrees_with_other"] else bars().model_alone
    best = Candidate(reading.sql, min(chances.model, most))
    rest = _below(engine.candidates, min(chances.engine, best.confidence))
    is_declined = engine.decline is not None and best.confidence < _ANSWERABLE
    return Translation(
        (best, *rest)[:_MOST_CANDIDATES],
        f"model:{name}",
        assumptions=reading.changes,
        decline=engine.decline if is_declined else None,
    )


def _by_engine(reading: ModelReading, engine: Translation, chances: Chances) -> Translation:
    best, *others = engine.candidates
    first = replace(best, confidence=chances.engine)
    second = Candidate(reading.sql, min(chances.model, chances.engine))
    return replace(engine, candidates=(first, second, *_below(others, second.confidence))[:_MOST_CANDIDATES])


def _below(candidates: list[Candidate] | tuple[Candidate, ...], most: float) -> tuple[Candidate, ...]:
    return tuple(replace(one, confidence=min(one.confidence, most)) for one in candidates)


def _is_open(chances: Chances, engine: Translation) -> bool:
    """Both may be meant."""
    limits, both = bars(), (chances.model, chances.engine)
    is_near = abs(chances.model - chances.engine) <= limits.both_near
    return bool(engine.candidates) and min(both) >= limits.both_likely and max(both) < limits.clear and is_near


def _asked(translation: Translation, sight: Sight, lang: str) -> Translation:
    """In words; not where both would be said alike."""
    first, second, *_ = translation.candidates
    texts = [one.words or _explained(one.sql, sight, lang) for one in (first, second)]
    if texts[0] == texts[1]:
        return translation
    readings = tuple(CodedReading(text, one.sql) for text, one in zip(texts, (first, second), strict=True))
    return replace(translation, clarification=CodedClarification(msg("clarification.unsure"), readings))


def _explained(sql: str, sight: Sight, lang: str) -> CodedMessage:
    return verbatim(explain(sql, dialect=sight.schema.dialect, schema=sight.schema, lang=lang, is_brief=True))
