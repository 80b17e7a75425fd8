"""A question cut where its writing changes: Hangul, Latin words, numbers, quoted text, signs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.word_files import word_file

__all__ = ["ScriptRun", "has_hangul", "runs"]

_RUN = re.compile(
    r"""
      "(?P<double>[^"]*)" | “(?P<curly>[^”]*)” | (?<!\w)'(?P<single>[^']+)' | ‘(?P<typographic>[^’]+)’
    | (?P<iso>\d{4}-\d{2}(?:-\d{2})?(?![\d-]))
    | (?P<number>\d+(?:,\d{3})*(?:\.\d+)?)\s?(?P<scale>(?:천만|백만|십만|억|만|천|백)(?![가-힣]*[별년월]))?
    | (?P<hangul>[가-힣ㄱ-ㅎ]+)
    | (?P<latin>[^\W\d_가-힣][^\W가-힣]*)
    | (?P<sign><=|>=|<>|!=|[<>=%,])
    """,
    re.VERBOSE,
)
_QUOTED = ("double", "curly", "single", "typographic")
_WORDS = word_file("answerable.language.korean")
_SCALES = _WORDS.numbers("scales")


@dataclass(frozen=True, slots=True)
class ScriptRun:
    kind: str
    """hangul, latin, number, iso, quoted or sign."""
    text: str
    spaced: bool
    """Whether a space stands before it."""
    number: Decimal | None = None


def has_hangul(text: str) -> bool:
    """True when text outside quotation marks is written in Hangul: `name is "김"` is an English question."""
    return any(run.kind == "hangul" for run in runs(text))


def runs(question: str) -> tuple[ScriptRun, ...]:
    return tuple(_runs(unicodedata.normalize("NFKC", question)))


def _runs(text: str) -> Iterator[ScriptRun]:
    for match in _RUN.finditer(text):
        spaced = match.start() == 0 or text[match.start() - 1].isspace()
        kind = next(name for name, value in match.groupdict().items() if value is not None)
        if kind in _QUOTED:
            yield ScriptRun("quoted", match[kind].strip(), spaced)
        elif kind == "number":
            value = Decimal(match["number"].replace(",", "")) * _SCALES.get(match["scale"] or "", 1)
            yield ScriptRun("number", match[0], spaced, value)
        else:
            yield ScriptRun(kind, match[0], spaced)
