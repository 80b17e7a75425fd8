"""Which words of a question are taken back: `without`, `never`, `… left out`."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.language.business.links.link_question import LinkedQuestion, WordLink
from answerable.language.business.links.question_cues import CueSpan, QuestionCues
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.links.word_targets import rows_of
from answerable.language.question.tokens import Token

__all__ = ["NegatedLinks"]

_JOINED = frozenset({"and", "or", "nor", ",", "&", "the"})
_ENDS = frozenset({"and", "but", ",", "or", "who", "which", "that"})
_CONDITIONS = (LinkKind.VALUE, LinkKind.FLAG, LinkKind.STATE)


@dataclass(frozen=True)
class NegatedLinks:
    tokens: Sequence[Token]
    cues: QuestionCues
    linked: LinkedQuestion

    def is_negated(self, link: WordLink) -> bool:
        before = any(self._is_under(span, link) for span in self.cues.all("none"))
        after = any(self._is_before(link, span) for span in self.cues.all("none_after"))
        return before or after or self._joins_negated(link)

    def describes_absent(self, link: WordLink) -> bool:
        """`without open tickets`: it says which tickets there are none of."""
        nouns = (LinkKind.ENTITY, LinkKind.EVENT)
        behind = [one for one in self.linked.links if one.target.kind in nouns and 0 <= one.start - link.end <= 1]
        return any(rows_of(one.target) == link.target.table and self.is_negated(one) for one in behind)

    def is_absent_verb(self, link: WordLink) -> bool:
        """The `opened` of `never opened a ticket` says that there was none, and not which."""
        text = self.tokens[link.start].text.casefold()
        before = {span.end for span in self.cues.all("none")}
        return text.endswith("ed") and link.start in before and self.describes_absent(link)

    def _joins_negated(self, link: WordLink) -> bool:
        """`excluding kitchen and electronics`: both."""
        for other in self.linked.links:
            between = [token.lemma for token in self.tokens[other.end : link.start]]
            is_same = (other.target.table, other.target.column) == (link.target.table, link.target.column)
            if is_same and link.target.kind in _CONDITIONS and between and {*between} <= _JOINED:
                return self.is_negated(other)
        return False

    def _is_before(self, link: WordLink, span: CueSpan) -> bool:
        """`cancelled ones left out`: only a condition is taken back by what follows it."""
        between = self.tokens[link.end : span.start]
        if self.tokens[span.start].lemma == "out" and self._goes_on(span.end):
            return False  # `opted out of`
        return (
            link.target.kind in _CONDITIONS
            and link.end <= span.start
            and len(between) <= 4
            and all(token.lemma not in _ENDS - {"and", "or"} for token in between)
        )

    def _goes_on(self, at: int) -> bool:
        return at < len(self.tokens) and self.tokens[at].lemma[:1].isalnum() and self.tokens[at].lemma != "and"

    def _is_under(self, span: CueSpan, link: WordLink) -> bool:
        between = range(span.end, link.start)
        return span.end <= link.start and len(between) <= 3 and all(self.tokens[i].lemma not in _ENDS for i in between)
