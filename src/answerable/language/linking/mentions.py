"""The stage that links: spans of the question → the tables, columns and values of the schema they may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.schema_index import LinkTarget, SchemaIndex, value_words
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import Phrase, cue_phrases, demonyms, filler_words, stop_words, synonyms
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import lemma, stem
from answerable.naming.nearest import similar_spellings

__all__ = ["Mention", "link"]

_LONGEST = 6
_SYNONYM, _STEM, _TYPO, _PLURAL_VALUE, _DEMONYM = 0.8, 0.85, 0.85, 0.9, 0.95
_SHORTEST_CORRECTED = 5
_NAME_CUTOFF, _VALUE_CUTOFF = 0.8, 0.85


@dataclass(frozen=True)
class Mention:
    """Tokens `start` up to but without `end`, and what they may mean, best first."""

    start: int
    end: int
    text: str
    targets: tuple[LinkTarget, ...]

    def of(self, *kinds: str) -> tuple[LinkTarget, ...]:
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], ())
        return tuple(target for target in self.targets if target.kind in kinds)

    @cached_property
    def _by_kind(self) -> dict[str, tuple[LinkTarget, ...]]:
        """In a large schema a word may mean thousands of things: they are parted once, not for every look."""
        kinds = dict.fromkeys(target.kind for target in self.targets)
        return {kind: tuple(target for target in self.targets if target.kind == kind) for kind in kinds}

    @property
    def best(self) -> LinkTarget:
        return self.targets[0]


def link(tokens: Sequence[Token], index: SchemaIndex, taken: frozenset[int] = frozenset()) -> tuple[Mention, ...]:
    """Mentions that do not overlap, left to right. `taken` are tokens that already mean something, such as a date."""
    spans = [mention for start in range(len(tokens)) for mention in _mentions_at(tokens, start, index, taken)]
    spans.sort(key=lambda mention: (-(mention.end - mention.start) * mention.best.score, mention.start))
    chosen: list[Mention] = []
    used = set(taken)
    for mention in spans:
        if used.isdisjoint(range(mention.start, mention.end)):
            chosen.append(mention)
            used.update(range(mention.start, mention.end))
    ordered = sorted(chosen, key=lambda mention: mention.start)
    return _with_terms(ordered, tokens, index) if index.glossary.terms else tuple(ordered)


def _with_terms(mentions: Sequence[Mention], tokens: Sequence[Token], index: SchemaIndex) -> tuple[Mention, ...]:
    """`active customers`, defined as a whole, still names customers; `active` of customers says nothing of orders."""
    result: list[Mention] = []
    for position, mention in enumerate(mentions):
        phrase = tuple(token.lemma for token in tokens[mention.start : mention.end])
        if phrase not in index.glossary.terms:
            result.append(mention)
        elif parted := _parted(mention, tokens, index):
            result += parted
        else:
            following = mentions[position + 1] if position + 1 < len(mentions) else None
            result += _about(mention, following)
    return tuple(result if any(_is_of_rows(mention, index) for mention in mentions) else _as_nouns(result, index))


def _is_of_rows(mention: Mention, index: SchemaIndex) -> bool:
    """It names a table or an amount, so that there is something for the term to pick from."""
    best = mention.best
    return best.kind not in ("value", "column") or (
        best.kind == "column" and index.column(best.table, best.column).kind.is_number
    )


def _as_nouns(mentions: Sequence[Mention], index: SchemaIndex) -> list[Mention]:
    """`VIPs by country`: where nothing else is named, a term stands for its rows too."""
    result: list[Mention] = []
    for mention in mentions:
        best = mention.best
        is_term = (best.table, best.value) in index.glossary.conditions
        result += [replace(mention, targets=(LinkTarget("table", best.table),)), mention] if is_term else [mention]
    return result


def _parted(mention: Mention, tokens: Sequence[Token], index: SchemaIndex) -> list[Mention]:
    last = index.names.get((tokens[mention.end - 1].lemma,), ())
    own = tuple(target for target in last if target.kind == "table" and target.table == mention.best.table)
    if not own or mention.end - mention.start < 2:
        return []
    middle, words = mention.end - 1, [token.text for token in tokens[mention.start : mention.end]]
    return [
        Mention(mention.start, middle, " ".join(words[:-1]), mention.targets),
        Mention(middle, mention.end, words[-1], own),
    ]


def _about(mention: Mention, following: Mention | None) -> list[Mention]:
    """The term of the thing named right after it, where one is."""
    tables = [t.table for t in following.of("table")] if following and following.start == mention.end else []
    if not tables:
        return [mention]
    kept = tuple(target for target in mention.targets if target.table in tables)
    return [Mention(mention.start, mention.end, mention.text, kept)] if kept else []


def _mentions_at(tokens: Sequence[Token], start: int, index: SchemaIndex, taken: frozenset[int]) -> Iterator[Mention]:
    for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
        if end - 1 in taken or (end > start + 1 and tokens[end - 1].quoted):
            return
        span = tokens[start:end]
        if targets := _targets(span, index):
            yield Mention(start, end, " ".join(token.text for token in span), targets)


def _targets(span: Sequence[Token], index: SchemaIndex) -> tuple[LinkTarget, ...]:
    if span[0].quoted:
        return _best_first(_value_targets(span, index))
    if settled := _settled(tuple(token.lemma for token in span), index):
        return settled
    if all(token.number is not None for token in span):
        return ()
    if len(span) == 1 and (span[0].lemma in stop_words() or span[0].text.casefold() in stop_words()):
        return _best_first(_shouted_value(span[0], index))
    if len(span) == 1 and span[0].text.casefold() in filler_words():
        return _best_first(index.names.get((span[0].lemma,), ()))
    result = [*_name_targets(tuple(token.lemma for token in span), index), *_value_targets(span, index)]
    if not result and len(span) == 1:
        result = list(_last_resorts(span[0], index))
    return _best_first(target for target in result if not _is_claimed(target, index))


def _settled(phrase: Phrase, index: SchemaIndex) -> tuple[LinkTarget, ...]:
    """What somebody said it means, whatever else is named so."""
    return index.glossary.settled.get(phrase) or index.glossary.terms.get(phrase, ())


def _is_claimed(target: LinkTarget, index: SchemaIndex) -> bool:
    """`order revenue`, where revenue is a metric, is the metric of orders, not the column of that name."""
    return target.kind == "column" and identifier_lemmas(target.column) in index.glossary.settled


def _best_first(targets: Sequence[LinkTarget] | Iterator[LinkTarget]) -> tuple[LinkTarget, ...]:
    best: dict[tuple[str, str, tuple[str, ...], str], LinkTarget] = {}
    for target in targets:
        key = (target.kind, target.table, target.columns, target.value)
        if key not in best or best[key].score < target.score:
            best[key] = target
    return tuple(sorted(best.values(), key=lambda t: (-t.score, t.kind, t.table, t.columns, t.value)))


def _name_targets(phrase: Phrase, index: SchemaIndex) -> Iterator[LinkTarget]:
    yield from index.names.get(phrase, ())
    for other in synonyms().get(phrase, ()) if not _adds_up(phrase) else ():
        yield from (target.times(_SYNONYM) for target in index.names.get(other, ()))
    if len(phrase) == 1:
        yield from index.parts.get(phrase[0], ())
    else:
        stems = tuple(stem(word) for word in phrase)
        yield from (target.times(_STEM) for target in index.stems.get(stems, ()))


def _adds_up(phrase: Phrase) -> bool:
    """`total amount`, where nothing is named so, is the total of an amount."""
    return len(phrase) > 1 and any(kind == "aggregate" for kind, _ in cue_phrases().get(phrase[:1], ()))


def _value_targets(span: Sequence[Token], index: SchemaIndex) -> Iterator[LinkTarget]:
    words = value_words(" ".join(token.text for token in span))
    yield from index.values.get(words, ())
    if len(words) == 1 and not span[0].quoted:
        yield from (target.times(_PLURAL_VALUE) for target in index.values.get((lemma(words[0]),), ()))
        for value in demonyms().get(words[0], ()):
            yield from (target.times(_DEMONYM) for target in index.values.get(value_words(value), ()))


def _shouted_value(token: Token, index: SchemaIndex) -> Iterator[LinkTarget]:
    """A stop word is a value only when written as one: `US`, not `us`."""
    if token.text.isupper() and len(token.text) > 1:
        yield from _value_targets((token,), index)


def _last_resorts(token: Token, index: SchemaIndex) -> Iterator[LinkTarget]:
    """For a word nothing is named by: its stem, then a typing error corrected, then the comments."""
    if (token.text.casefold(),) in cue_phrases() or len(token.lemma) < 4:
        return
    result = [target.times(_STEM) for target in index.stems.get((stem(token.lemma),), ())]
    result = result or [target.times(_TYPO) for target in _corrected(token, index)]
    yield from result or index.comment_words.get(token.lemma, ())


def _corrected(token: Token, index: SchemaIndex) -> Iterator[LinkTarget]:
    word = token.lemma
    if len(word) < _SHORTEST_CORRECTED:
        return
    for name, _ in similar_spellings(word, index.name_words, _NAME_CUTOFF, limit=1):
        yield from _name_targets((name,), index)
    for phrase, similarity in similar_spellings(word, index.single_values, _VALUE_CUTOFF, limit=2):
        yield from (target.times(similarity) for target in index.values[(phrase,)])
