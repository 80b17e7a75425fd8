"""Templates and the formats of their places."""

from __future__ import annotations

import pytest

from answerable.kernel.messages import Param, msg, verbatim
from answerable.words.render import fill, render


@pytest.mark.parametrize(
    ("pattern", "params", "language", "text"),
    [
        ("{path} is {{here}}", {"path": "a.db"}, "en", "a.db is {here}"),
        ("{n:,} {n:row|rows}", {"n": 1}, "en", "1 row"),
        ("{n:,} {n:row|rows}", {"n": 1200}, "en", "1,200 rows"),
        ("{share:.1f} %", {"share": 0.25}, "en", "0.2 %"),
        ("one of {names:or}", {"names": ("a", "b", "c")}, "en", "one of a, b or c"),
        ("{names:and}", {"names": ("a",)}, "en", "a"),
        ("{names}", {"names": ("a", "b")}, "en", "a, b"),
        ("{names:or}", {"names": ("a", "b", "c")}, "ko", "a, b 또는 c"),
        ("{table:을} 읽습니다", {"table": "orders"}, "ko", "orders를 읽습니다"),
        ("{table:을} 읽습니다", {"table": "'주문'"}, "ko", "'주문'을 읽습니다"),
        ("{table:':은} 없습니다", {"table": "주문"}, "ko", "'주문'은 없습니다"),
        ("{n:,:은}", {"n": 1000}, "ko", "1,000은"),
        ("{names:or:로}", {"names": ("a", "월")}, "ko", "a 또는 월로"),
        ("{why}!", {"why": verbatim("so")}, "ko", "so!"),
    ],
)
def test_a_place_is_filled_as_its_format_says(pattern: str, params: dict[str, Param], language: str, text: str) -> None:
    assert fill(pattern, params, language) == text


def test_braces_in_a_parameter_are_data() -> None:
    assert fill("{a}{b}", {"a": "{b}", "b": "{0.__class__}"}, "en") == "{b}{0.__class__}"


def test_an_unknown_code_is_shown_as_it_is() -> None:
    assert render(msg("no_area.at_all", x=1), "ko") == "no_area.at_all"
    assert render(msg("../secrets.x"), "en") == "../secrets.x"


def test_an_unknown_language_is_read_in_english() -> None:
    assert render(verbatim("so"), "fr") == "so"
