"""The first stage: a question becomes tokens, each with its lemma, and its number where it is one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.inflection import lemma
from answerable.naming.numbers import numeral, scale, spelled_number
from answerable.naming.word_files import word_file

__all__ = ["Token", "normalise"]

_TOKEN = re.compile(
    r"""
      "(?P<double>[^"]*)" | “(?P<curly>[^”]*)” | (?<!\w)'(?P<single>[^']+)'(?!\w) | ‘(?P<typographic>[^’]+)’
    | (?P<date>\d{4}-\d{2}(?:-\d{2})?(?![\w-]) | \d{4}-[Qq][1-4](?!\w))
    | (?P<dotted>\d{1,2}\.\d{1,2}\.\d{4}(?!\w))
    | (?P<number>[$€£₩¥]?\d+(?:,\d{3})*(?:\.\d+)?(?:%|(?:bn|mn|[kmb])(?!\w))?)(?!\w)
    | (?P<word>[^\W_]\w*(?:['’]\w+)?|\w+)
    | (?P<sign><=|>=|<>|!=|==|[<>=×*,;?/&])
    """,
    re.VERBOSE,
)
_CONTRACTION = re.compile(r"(?i)^(?P<verb>\w+?)n['’]t$")
_POSSESSIVE = re.compile(r"(?i)['’]s?$")
_LONGEST_NUMBER = 8
_WORDS = word_file("answerable.language.question")
_SHORTENED = _WORDS.pairs("shortened")
_BARE_NEGATIONS, _BARE_SHORT_FORMS = _WORDS.pairs("bare_negations"), _WORDS.pairs("bare_short_forms")


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    """As written, quotation marks and possessive removed."""
    lemma: str
    start: int
    end: int
    """Where it stands in the question, in characters."""
    number: Decimal | None = None
    quoted: bool = False


def normalise(question: str) -> tuple[Token, ...]:
    """Tokens of the question in order. Compatibility forms (full-width digits and the like) are folded first."""
    result = tuple(_tokens(unicodedata.normalize("NFKC", question)))
    return tuple(_with_numbers(result))


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        written = match.group(0)
        if match.lastgroup in ("double", "curly", "single", "typographic"):
            inner = match.group(match.lastgroup).strip()
            yield Token(inner, inner.casefold(), start, end, quoted=True)
        elif match.lastgroup == "number":
            yield Token(written, written.casefold(), start, end, number=numeral(written))
        elif match.lastgroup == "dotted":
            yield Token(written, _iso_day(written), start, end)
        elif match.lastgroup == "word":
            yield from _word(written, start, end)
        else:
            yield Token(written, written.casefold(), start, end)


def _word(written: str, start: int, end: int) -> Iterator[Token]:
    """A word, with `isn't` taken apart and the possessive dropped."""
    if verb := _negated_verb(written):
        yield Token(verb, lemma(verb), start, end)
        yield Token("not", "not", start, end)
        return
    bare = _POSSESSIVE.sub("", written) or written
    bare = _BARE_SHORT_FORMS.get(bare.casefold(), bare)
    yield Token(bare, lemma(bare), start, end)


def _negated_verb(written: str) -> str:
    """`have` of `haven't` and of `havent`; nothing for other words."""
    if negated := _CONTRACTION.match(written):
        return _SHORTENED.get(negated["verb"].casefold(), negated["verb"])
    return _BARE_NEGATIONS.get(written.casefold(), "")


def _iso_day(written: str) -> str:
    """`17.11.2025` as a lemma that dates are read from."""
    day, month, year = written.split(".")
    return f"{year}-{month:0>2}-{day:0>2}"


def _with_numbers(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """Number words become one number token; `2 million` too."""
    position = 0
    while position < len(tokens):
        token = tokens[position]
        following = tokens[position + 1].lemma if position + 1 < len(tokens) else ""
        if token.number is not None and (factor := scale(following)):
            yield _merged(tokens[position : position + 2], token.number * factor)
            position += 2
        elif not token.quoted and (
            spelled := spelled_number([t.text.casefold() for t in tokens[position : position + _LONGEST_NUMBER]])
        ):
            value, count = spelled
            yield _merged(tokens[position : position + count], value)
            position += count
        else:
            yield token
            position += 1


def _merged(tokens: tuple[Token, ...], value: Decimal) -> Token:
    text = " ".join(token.text for token in tokens)
    return replace(tokens[0], text=text, lemma=text.casefold(), end=tokens[-1].end, number=value)
