"""An answer in a notebook: everything that was found and how, and no text of the data as markup."""

from __future__ import annotations

import base64
from dataclasses import replace
from decimal import Decimal
from html.parser import HTMLParser

import pytest

from answerable.answers import Answer, Chart, Provenance, ReadyAids, Trust
from answerable.kernel.knowledge import Applied
from tests.answers.test_answer import SHOP, answer_of

HOSTILE = ["<script>alert(1)</script>", "<img src=x onerror=y>", "\x1b[31m", "a&b", '"><b onclick=z>', "</details>"]
OF_TABLES = {"table", "thead", "tbody", "tr", "th", "td"}
OURS = OF_TABLES | {"div", "p", "strong", "img", "details", "summary", "ul", "li", "pre"}


class Markup(HTMLParser):
    """What a browser makes of it: elements, attributes, text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: dict[str, str | None] = {}
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def html(answer: Answer) -> str:
    shown: str = answer._repr_mimebundle_()["text/html"]
    return shown


def test_it_has_text_html_and_the_chart() -> None:
    bundle = answer_of(SHOP)._repr_mimebundle_()
    assert bundle["application/vnd.vegalite.v5+json"]["data"]["values"][0]["country"] == "FR"
    assert "<td>2.25</td>" in bundle["text/html"]
    assert bundle["text/plain"].startswith("DE leads")


def test_the_chart_is_a_picture_in_which_nothing_runs() -> None:
    head, _, data = (Markup(html(answer_of(SHOP))).attributes["src"] or "").partition(",")
    assert head == "data:image/svg+xml;base64"
    assert base64.b64decode(data).startswith(b"<svg")


def test_one_number_has_no_chart() -> None:
    bundle = answer_of({"n": [1]})._repr_mimebundle_()
    assert bundle.keys() == {"text/plain", "text/html"}
    assert "<img" not in bundle["text/html"]


def test_a_chart_that_cannot_be_drawn_is_left_out() -> None:
    shown = html(replace(answer_of(SHOP), aids=ReadyAids("", Chart("bar", {"data": {"url": "https://example.org/x"}}))))
    assert "<img" not in shown
    assert "<td>2.25</td>" in shown


def test_it_says_how_it_was_computed_and_how_far_to_trust_it() -> None:
    provenance = Provenance(
        source="shop.db",
        tables=("orders",),
        filters=("the year is 2024",),
        assumptions=("'revenue' is orders.revenue",),
        caveats=("Not all rows were read.",),
        freshness="The data reaches 2026-10-31.",
        applied=(Applied("canonical_metric", "Revenue", "3"),),
        elapsed_ms=12,
    )
    text = Markup(html(replace(answer_of({"n": [1]}), provenance=provenance))).text
    for part in (
        "From orders in shop.db, 12 ms.",
        "Only where the year is 2024.",
        "'revenue' is orders.revenue",
        "Not all rows were read.",
        "The data reaches 2026-10-31.",
        "Applied: canonical metric 'Revenue'.",
        "Trust: checked. looked at",
        "Path: embedded; confidence 90%.",
        "SELECT country, revenue FROM t WHERE a < '<b>'",
    ):
        assert part in text


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text: str) -> None:
    answer = answer_of({text: [text, "x"], "revenue": [2, 1]})
    provenance = Provenance(text, (text,), (text,), (text,), (text,), text, (Applied(text, text, "1"),))
    trust = Trust(text, (text,))
    aids = ReadyAids(text, None, (text,))
    shown = html(replace(answer, aids=aids, provenance=provenance, trust=trust, sql=text, path=text))
    seen = Markup(shown)
    assert seen.tags <= OURS - {"img"}
    assert not seen.attributes
    assert "\x1b" not in shown


def test_no_text_leaves_the_words_under_the_picture() -> None:
    shown = Markup(html(answer_of({"country": ['"><b onclick=z>', "x"], "revenue": [2, 1]})))
    assert shown.tags <= OURS
    assert shown.attributes.keys() == {"alt", "src"}


def test_a_long_table_is_cut_and_says_so() -> None:
    shown = answer_of({"a": list(range(50)), "revenue": [Decimal(1)] * 50})._repr_html_()
    assert shown.count("<tr>") == 21
    assert "First 20 of 50 rows." in shown
