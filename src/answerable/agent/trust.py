"""How far an answer can be trusted, computed from evidence."""

from __future__ import annotations

from answerable.answers.answer import Trust
from answerable.kernel.knowledge import Applied
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["HIGH_CONFIDENCE", "CodedTrust", "trust_level"]

HIGH_CONFIDENCE = 0.9


@dataclass(frozen=True, slots=True)
class CodedTrust:
    """`answers.Trust` in no language yet."""

    level: str
    reasons: tuple[CodedMessage, ...] = ()

    def render(self, lang: str) -> Trust:
        return Trust(self.level, tuple(reason.render(lang) for reason in self.reasons))


def trust_level(
    confidence: float,
    caveats: tuple[CodedMessage, ...],
    edited: bool,
    path: str = "embedded",
    applied: tuple[Applied, ...] = (),
) -> CodedTrust:
    """What people verified or defined speaks for itself, caveats said. Else `checked` needs high confidence and no
    caveat; everything else is `unverified`, with its reasons."""
    if edited:
        return CodedTrust("unverified", (msg("trust.edited"), *caveats))
    if path == "verified_query" and (names := _names(applied, "verified_query")):
        return CodedTrust("verified", (*(msg("trust.verified_query", name=name) for name in names), *caveats))
    if path == "metric" and (names := _names(applied, "metric")):
        return CodedTrust("governed", (*(msg("trust.metric", name=name) for name in names), *caveats))
    share = round(confidence * 100)
    if confidence < HIGH_CONFIDENCE:
        return CodedTrust("unverified", (msg("trust.limited_confidence", percent=share), *caveats))
    sure = msg("trust.high_confidence", percent=share)
    if caveats:
        return CodedTrust("unverified", (sure, *caveats))
    return CodedTrust("checked", (sure, msg("trust.passed_checks")))


def _names(applied: tuple[Applied, ...], kind: str) -> list[str]:
    return [one.name for one in applied if one.kind == kind]
