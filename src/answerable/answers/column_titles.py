"""What a column's name says about it: its words, whether its digits are a label, how people would call it."""

from __future__ import annotations

import re

from answerable.naming.identifiers import identifier_words, space_out
from answerable.naming.inflection import plural
from answerable.words.korean_nouns import korean_noun

__all__ = [
    "is_additive",
    "is_family_name",
    "is_given_name",
    "is_label",
    "is_money",
    "is_percent",
    "is_share",
    "label_of",
]


def _words(*texts: str) -> frozenset[str]:
    return frozenset(" ".join(texts).split())


_LABEL_WORDS = _words(
    "id ids uuid guid key code zip zipcode postcode postal phone mobile fax year yr years isbn ean sku",
    "아이디 번호 코드 연도 년도 우편번호 전화번호",
)
_LABEL_LAST_WORDS = _words("no nr number num")
_COUNTING_WORDS = _words(
    "count counts sum total avg average mean num number distinct stddev median 수 개수 건수 합계 평균"
)
_MONEY_WORDS = _words(
    "revenue revenues price prices amount cost costs sales spend spending fee fees payment payments paid profit margin",
    "budget salary value turnover income balance discount tax refund refunds 매출 매출액 금액 가격 비용 이익 요금",
)
_SHARE_WORDS = _words("share shares percent percentage pct proportion fraction ratio 비율 비중 점유율 퍼센트")
_PERCENT_WORDS = _words("percent percentage pct 퍼센트")
_NOT_ADDITIVE_WORDS = _words(
    "avg average mean median min max minimum maximum lowest highest rate price 평균 최소 최대 최솟값 최댓값 단가"
)

_CALL = re.compile(r"(?P<function>[A-Za-z_]+)\s*\(\s*(?P<distinct>distinct\s+)?(?P<inside>[^()]*)\)\Z", re.IGNORECASE)
_QUALIFIED = re.compile(r'(?:["`\[]?\w+["`\]]?\.)+')
_AGGREGATES = {
    "en": {"sum": "total", "avg": "average", "min": "lowest", "max": "highest", "count": "number of"},
    "ko": {"sum": "합계", "avg": "평균", "min": "최솟값", "max": "최댓값", "count": "수"},
}
_PREFIXES = {"total": "sum", "sum": "sum", "avg": "avg", "average": "avg", "mean": "avg", "num": "count"}
"""First words of a column's name that say how it was computed."""


def is_label(name: str) -> bool:
    """True for ids, codes and years: digits that name something, and are never added up."""
    words = identifier_words(name)
    if not words or "(" in name:
        return False
    if len(words) > 1 and (words[0] in _COUNTING_WORDS or words[-1] in _COUNTING_WORDS - _LABEL_LAST_WORDS):
        return False
    return words[-1] in _LABEL_WORDS or (len(words) > 1 and words[-1] in _LABEL_LAST_WORDS)


def is_money(name: str) -> bool:
    return not _MONEY_WORDS.isdisjoint(identifier_words(name))


def is_share(name: str) -> bool:
    """True for parts of a whole, whether counted to 1 or to 100."""
    return not _SHARE_WORDS.isdisjoint(identifier_words(name)) or "%" in name


def is_additive(name: str) -> bool:
    """True where parts make a meaningful sum: amounts and counts, not averages or rates."""
    return _NOT_ADDITIVE_WORDS.isdisjoint(identifier_words(name)) and not is_share(name)


def is_given_name(name: str) -> bool:
    words = identifier_words(name)
    return words[-1:] in (("forename",), ("firstname",)) or words[-2:] in (("first", "name"), ("given", "name"))


def is_family_name(name: str) -> bool:
    words = identifier_words(name)
    return words[-1:] in (("surname",), ("lastname",)) or words[-2:] in (("last", "name"), ("family", "name"))


def label_of(name: str, lang: str = "en") -> str:
    """How people would call the column: `SUM(o.net_amount)` is "total net amount", `count(*)` "number of rows"."""
    call = _CALL.match(name.strip())
    if call is None:
        return _plain(name, lang)
    inside = _plain(_QUALIFIED.sub("", call["inside"]), lang)
    if call["function"].casefold() in ("count", "count_star") and not any(map(str.isalnum, inside)):
        return "건수" if lang == "ko" else "number of rows"
    return _of_aggregate(call["function"].casefold(), inside, lang, distinct=bool(call["distinct"]))


def is_percent(name: str) -> bool:
    """True for shares counted to 100."""
    return "%" in name or not _PERCENT_WORDS.isdisjoint(identifier_words(name))


def _of_aggregate(function: str, inside: str, lang: str, *, distinct: bool) -> str:
    word = _AGGREGATES[lang].get(function)
    if word is None:
        return f"{function} {inside}".strip()
    if lang == "ko":
        return f"{korean_noun(inside)} {word}"
    return f"{word} distinct {inside}" if distinct else f"{word} {inside}"


def _plain(name: str, lang: str) -> str:
    """The name in words, with its capitals where they mean something (`USD`), without the ones that open it."""
    words = re.sub(r"[_\s]+", " ", space_out(name.strip("\"'`[] "))).strip().split(" ")
    words = [word if word.isupper() and len(word) > 1 else word.lower() for word in words]
    if len(words) > 1 and words[-1] in ("count", "cnt"):
        return _of_aggregate("count", " ".join([*words[:-2], plural(words[-2])]), lang, distinct=False)
    if len(words) > 1 and words[0] in _PREFIXES:
        return _of_aggregate(_PREFIXES[words[0]], " ".join(words[1:]), lang, distinct=False)
    return korean_noun(" ".join(words)) if lang == "ko" else " ".join(words)
