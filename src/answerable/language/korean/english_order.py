"""The frame of a question, in the English that the stages read."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.korean.sentence_frame import FrameComparison, FrameRanking, SentenceFrame
from answerable.naming.word_files import word_file

__all__ = ["in_english"]

_WORDS = word_file("answerable.language.korean")
_OPERATORS = _WORDS.pairs("operators")
_QUOTES = ('"', "“")
_HINTS = {
    ("price", True): "most expensive",
    ("price", False): "cheapest",
    ("date", True): "most recent",
    ("date", False): "oldest",
    ("duration", True): "longest",
    ("duration", False): "shortest",
    ("sales", True): "best selling",
    ("sales", False): "worst selling",
}


def in_english(frame: SentenceFrame) -> str:
    return " ".join(part for part in _parts(frame) if part)


def _parts(frame: SentenceFrame) -> Iterator[str]:
    yield _opening(frame)
    if frame.measures and frame.rest and not frame.rest[0].startswith(_QUOTES):
        yield "with"  # keeps `customers` and `name` from being read as one name
    yield from frame.rest
    yield from (f"with a {what}" for what in frame.present)
    yield from (f"not {what}" for what in frame.negated)
    yield from (f"without {what}" for what in frame.absent)
    yield from _compared(frame)
    yield from (f"per {thing}" for thing in frame.each)
    if frame.groups:
        yield f"by {' and '.join(frame.groups)}"
    yield from frame.dates
    if frame.ranked and frame.ranked.sorting:
        yield _sorted(frame.ranked)
    yield from frame.unknown


def _opening(frame: SentenceFrame) -> str:
    """What is shown: a ranking, a share, measures, or a list."""
    if frame.ranked and not frame.ranked.sorting:
        return _ranking(frame, frame.ranked)
    what = _measures(frame.measures)
    if frame.share:
        return f"share of {what}".removesuffix(" ")
    if frame.distinct:
        return what.replace("number of", "number of different") if what else "different"
    if frame.limit:
        return f"show {frame.limit} {what}".rstrip()
    return what or ("show" if frame.listing else "")


def _measures(measures: tuple[str, ...]) -> str:
    """`maximum and minimum revenue`: what is measured is said once."""
    functions: dict[str, list[str]] = {}
    for measure in measures:
        function, _, what = measure.partition(" ")
        functions.setdefault(what, []).append(function)
    return " and ".join(f"{' and '.join(names)} {what}".strip() for what, names in functions.items())


def _ranking(frame: SentenceFrame, ranked: FrameRanking) -> str:
    if frame.grain:
        return f"which {frame.grain} had the {'highest' if ranked.descending else 'lowest'} {ranked.by}"
    if ranked.hint:
        return f"{ranked.limit or ''} {_HINTS[ranked.hint, ranked.descending]} {frame.head}".strip()
    if not ranked.by and not frame.head:
        return "highest" if ranked.descending else "lowest"
    if not ranked.by and ranked.limit == 1:
        return f"{'highest' if ranked.descending else 'lowest'} {frame.head}"
    top = f"{'top' if ranked.descending else 'bottom'} {ranked.limit or ''}".strip()
    return f"{top} {frame.head}" + (f" by {ranked.by}" if ranked.by else "")


def _sorted(ranked: FrameRanking) -> str:
    direction = "descending" if ranked.descending else "ascending"
    return f"sorted by {ranked.by} {direction}" if ranked.by else f"in {direction} order"


def _compared(frame: SentenceFrame) -> Iterator[str]:
    pairs = list(frame.compared)
    while pairs:
        first = pairs.pop(0)
        second = pairs[0] if pairs and pairs[0].what == first.what else None
        if second and (first.operator, second.operator) == ("ge", "le"):
            pairs.pop(0)
            yield f"with {_amount(first)} between {first.number} and {second.number}".replace("  ", " ")
        else:
            yield _comparison(first)


def _amount(compared: FrameComparison) -> str:
    return compared.what.removeprefix("number of ")


def _comparison(compared: FrameComparison) -> str:
    operator = _OPERATORS[compared.operator]
    if compared.what.startswith("number of ") or not compared.what:
        return f"with {operator} {compared.number} {_amount(compared)}".strip()
    return f"with {compared.what} {operator} {compared.number}"
