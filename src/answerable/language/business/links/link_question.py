"""A question's words linked to what they may mean: the likeliest ways to divide it, each with all its links."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.language.business.links.business_words import known_words
from answerable.language.business.links.question_cues import idle_phrases, idle_words
from answerable.language.business.links.source_lexicon import LinkKind, SourceLexicon, WordTarget
from answerable.language.business.links.spelled_words import is_spelled_right
from answerable.language.business.links.word_targets import rows_of
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import Phrase, filler_words, stop_words
from answerable.naming.inflection import lemma
from answerable.naming.nearest import similar_spellings

__all__ = ["LinkedQuestion", "WordLink", "link_question", "named_tokens"]

_LONGEST = 6
_BEAM = 14
_TARGETS = 6
_LEFT_OUT, _TYPO, _QUOTED = -0.75, 0.8, 0.6
_LEAST_LIKENESS, _NAME_LIKENESS, _IDENTIFIER = 0.8, 0.87, 1.2
_WHOLE_NAME = 0.95
_SAME_ROWS, _ADJECTIVE, _BESIDE, _WELL_NAMED = 0.3, 0.15, 2, 0.6
_PRONOUNS = frozenset(("i", "you", "he", "she", "it", "we", "they", "that", "there", "who", "what", "let"))
_NOUNS = {LinkKind.ENTITY, LinkKind.ROLE}
_STATES = {LinkKind.STATE, LinkKind.FLAG}
_SAID_OF_ROWS = _STATES | {
    LinkKind.VALUE,
    LinkKind.DIMENSION,
    LinkKind.DATE,
    LinkKind.MEASURE,
    LinkKind.DERIVED,
}
_LONGER = 0.85
"""What each further word of a phrase adds."""


@dataclass(frozen=True, slots=True)
class WordLink:
    start: int
    end: int
    """Tokens from `start` up to but without `end`."""
    target: WordTarget
    score: float


@dataclass(frozen=True, slots=True)
class LinkedQuestion:
    links: tuple[WordLink, ...]
    left_out: tuple[int, ...]
    """Tokens that mean something and that nothing was found for."""
    score: float


def link_question(
    tokens: Sequence[Token],
    taken: frozenset[int],
    lexicon: SourceLexicon,
    identifiers: Sequence[tuple[int, int, WordTarget]] = (),
    spoken: Sequence[WordLink] = (),
    beam: int = _BEAM,
) -> list[LinkedQuestion]:
    """`taken` tokens have their meaning already: dates, cues, numbers. `spoken` links are found by their neighbours."""
    spelt = _respelt(tokens, taken, lexicon)
    spans = [_links_at(tokens, at, taken, lexicon, spelt) for at in range(len(tokens))]
    for start, end, target in identifiers:
        spans[start].append(WordLink(start, end, target, _IDENTIFIER))
    for link in spoken:
        spans[link.start].append(link)
    idle = idle_phrases(tokens)
    states: list[list[LinkedQuestion]] = [[] for _ in range(len(tokens) + 1)]
    states[0] = [LinkedQuestion((), (), 0.0)]
    for at in range(len(tokens)):
        states[at] = _best(states[at], beam)
        for state in states[at]:
            is_idle = at in idle or tokens[at].text.casefold() in idle_words()
            if at in taken or is_idle or not _must_mean(tokens[at]):
                states[at + 1].append(state)
            else:
                states[at + 1].append(LinkedQuestion(state.links, (*state.left_out, at), state.score + _LEFT_OUT))
            for link in (one for one in spans[at] if not {*range(one.start, one.end)} <= idle):
                gain = link.score * (1 + _LONGER * (link.end - link.start - 1)) + _coherence(state.links, link)
                gain += _agreement(tokens, state.links, link)
                states[link.end].append(LinkedQuestion((*state.links, link), state.left_out, state.score + gain))
    return _best(states[len(tokens)], beam)


def named_tokens(tokens: Sequence[Token], taken: frozenset[int], lexicon: SourceLexicon) -> frozenset[int]:
    """Tokens of whole names of two words and more: the `annual` of `annual quota` asks for no years."""
    found: set[int] = set()
    for at in range(len(tokens)):
        for end in range(at + 2, min(len(tokens), at + _LONGEST) + 1):
            phrase = tuple(word for token in tokens[at:end] for word in _words(token))
            targets = lexicon.targets(phrase) if not taken & set(range(at, end)) else []
            if targets and targets[0][1] >= _WHOLE_NAME:
                found |= set(range(at, end))
    return frozenset(found)


def _best(states: list[LinkedQuestion], beam: int) -> list[LinkedQuestion]:
    return sorted(states, key=lambda state: (-state.score, str(state.links)))[:beam]


def _coherence(links: tuple[WordLink, ...], new: WordLink) -> float:
    """Words of one question tend to speak of the same tables."""
    if any(link.target == new.target and link.target.kind is not LinkKind.ENTITY for link in links):
        return -0.3
    return 0.12 if any(link.target.table == new.target.table for link in links) else 0.0


def _agreement(tokens: Sequence[Token], links: tuple[WordLink, ...], new: WordLink) -> float:
    """`active customers`, `the town of the donor`: a condition or attribute beside a noun speaks of its rows."""
    if not links or not _is_beside(tokens, links[-1], new):
        return 0.0
    kinds = {links[-1].target.kind, new.target.kind}
    if not (kinds & _NOUNS and kinds & _SAID_OF_ROWS) or min(links[-1].score, new.score) < _WELL_NAMED:
        return 0.0
    if rows_of(links[-1].target) == rows_of(new.target):
        is_adjective = links[-1].target.kind is LinkKind.STATE and links[-1].end == new.start
        return _SAME_ROWS + (_ADJECTIVE if is_adjective else 0.0)
    return -_SAME_ROWS if kinds & _STATES else 0.0


def _is_beside(tokens: Sequence[Token], link: WordLink, new: WordLink) -> bool:
    between = tokens[link.end : new.start]
    return len(between) <= _BESIDE and all(token.lemma in stop_words() for token in between)


def _links_at(
    tokens: Sequence[Token], at: int, taken: frozenset[int], lexicon: SourceLexicon, spelt: dict[int, str]
) -> list[WordLink]:
    found: list[WordLink] = []
    if not _words(tokens[at]):
        return []
    for end in range(at + 1, min(len(tokens), at + _LONGEST) + 1):
        if any(index in taken for index in range(at, end)):
            break
        if not _words(tokens[end - 1]):
            continue
        phrase = tuple(word for i in range(at, end) for word in ([spelt[i]] if i in spelt else _words(tokens[i])))
        sure = _TYPO if any(i in spelt for i in range(at, end)) else 1.0
        targets = lexicon.targets(phrase)[:_TARGETS]
        if not targets and 1 < len(phrase) < 4 and _may_be_name(tokens[at:end], phrase, lexicon):
            targets, sure = _named_alike(phrase, lexicon), _TYPO
        found += [WordLink(at, end, target, score * sure) for target, score in targets]
    if tokens[at].quoted and not found and at not in taken:
        return _quoted(tokens[at], at, lexicon)
    return [link for link in found if any(_may_mean(token) for token in tokens[link.start : link.end])]


def _may_be_name(tokens: Sequence[Token], phrase: Phrase, lexicon: SourceLexicon) -> bool:
    """Words that are parts of names, or mean nothing else."""
    return all(_must_mean(token) for token in tokens) and all(
        word not in known_words() and all(target.kind is LinkKind.VALUE for target, _ in lexicon.targets((word,)))
        for word in phrase
    )


def _named_alike(phrase: Phrase, lexicon: SourceLexicon) -> list[tuple[WordTarget, float]]:
    """`lukas parker` for Lucas Parker."""
    near = similar_spellings(" ".join(phrase), lexicon.whole_names, _NAME_LIKENESS, limit=1)
    return lexicon.targets(tuple(near[0][0].split()))[:1] if near else []


def _quoted(token: Token, at: int, lexicon: SourceLexicon) -> list[WordLink]:
    """A text that was not among the values seen is looked for in names."""
    targets = (WordTarget(LinkKind.VALUE, *name, (token.text,), "contains") for name in lexicon.named_columns)
    return [WordLink(at, at + 1, target, _QUOTED) for target in targets]


def _words(token: Token) -> list[str]:
    plain = "".join(c if c.isalnum() else " " for c in token.lemma)
    return [lemma(word) for word in plain.split()] if token.quoted else plain.split()


def _respelt(tokens: Sequence[Token], taken: frozenset[int], lexicon: SourceLexicon) -> dict[int, str]:
    """Tokens that the source does not know → the word of the source that they are most like."""
    found: dict[int, str] = {}
    for at, token in enumerate(tokens):
        if at not in taken and _must_mean(token) and _is_unknown(token, lexicon):
            near = similar_spellings(token.lemma, lexicon.single_words, _LEAST_LIKENESS, limit=1)
            found.update((at, word) for word, _ in near)
    return found


def _is_unknown(token: Token, lexicon: SourceLexicon) -> bool:
    word = token.lemma
    if len(word) < 5 or word in lexicon.words or word in idle_words() or token.quoted:
        return False
    return not is_spelled_right(token) and not lexicon.targets((word,))


def _may_mean(token: Token) -> bool:
    """`they've` and `does` mean no more than `they` and `do`."""
    word = token.text.casefold()
    is_plain = token.lemma in stop_words() or word in stop_words() or word.split("'")[0].split("’")[0] in _PRONOUNS
    return token.lemma[:1].isalnum() and not is_plain and token.number is None


def _must_mean(token: Token) -> bool:
    """Where it may not be left over without harm."""
    return _may_mean(token) and token.lemma not in filler_words()
