"""What can be done with an answer: sort, turn pages, copy, save, judge."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.web.browser.visiting import Visit

ALL_CUSTOMERS = "list all customers"


def test_rows_are_sorted_and_paged_over_the_whole_result(visit: Visit) -> None:
    result = visit.arrive().answer(ALL_CUSTOMERS)
    expect(result.locator("tbody tr")).to_have_count(100)
    expect(result.locator(".rows-foot")).to_contain_text("900 rows")
    result.get_by_role("button", name="id", exact=True).click()
    expect(result.locator("tbody tr").first.locator("td").first).to_have_text("900")
    expect(result.locator("th").first).to_have_attribute("aria-sort", "descending")
    result.get_by_role("button", name="Next").click()
    expect(result.locator("tbody tr").first.locator("td").first).to_have_text("800")
    expect(result.locator(".pages")).to_contain_text("Page 2 of 9")


def test_numbers_stand_at_the_right_and_years_are_not_grouped(visit: Visit) -> None:
    visit.arrive().ask("how many orders are there?")
    visit.preview.get_by_role("button", name="Edit").click()
    sql = "SELECT 2024 AS year, 1234567.5 AS revenue, 9007199254740993 AS big FROM orders LIMIT 1"
    visit.preview.get_by_label("SQL to edit").fill(sql)
    visit.approve()
    assert visit.rows() == [["2024", "1,234,567.50", "9,007,199,254,740,993"]]
    expect(visit.result.locator("td").first).to_have_css("text-align", "right")


@pytest.mark.parametrize(
    ("item", "ending"), [("Rows as CSV", ".csv"), ("Chart as PNG", ".png"), ("Chart as SVG", ".svg")]
)
def test_rows_and_chart_can_be_saved(visit: Visit, item: str, ending: str) -> None:
    result = visit.arrive().answer("total revenue by channel in 2025")
    expect(result.locator(".chart[data-drawn]")).to_be_visible()
    result.get_by_role("button", name="Save").click()
    with visit.page.expect_download() as download:
        result.get_by_role("menuitem", name=item).click()
    assert download.value.suggested_filename.endswith(ending)
    assert download.value.path().stat().st_size > 50


def test_answer_sql_and_table_can_be_copied(visit: Visit) -> None:
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    result = visit.arrive().answer("total revenue by channel in 2025")
    copied = []
    for item in ("The answer", "The SQL", "The table"):
        result.get_by_role("button", name="Copy").click()
        result.get_by_role("menuitem", name=item).click()
        visit.hear("Copied")
        copied.append(visit.page.evaluate("navigator.clipboard.readText()"))
    assert copied[0] == visit.sentence.inner_text()
    assert copied[1].startswith("SELECT ") and "GROUP BY" in copied[1]
    assert copied[2].splitlines()[0] == "channel\ttotal_revenue"


def test_a_judgement_is_kept(visit: Visit) -> None:
    visit.arrive().answer("how many orders are there?")
    visit.result.get_by_role("button", name="No, something is wrong").click()
    visit.result.get_by_label("What is wrong with it?").fill("Returns are missing")
    visit.result.get_by_role("button", name="Send").click()
    visit.hear("noted")
    session = visit.page.url.rpartition("/")[2]
    kept = json.loads(visit.page.evaluate(f"fetch('/api/sessions/{session}').then(answer => answer.text())"))
    assert kept["requests"][0]["feedback"] == {"rating": "down", "comment": "Returns are missing"}
    visit.page.reload()
    expect(visit.result.get_by_role("button", name="No, something is wrong")).to_have_attribute("aria-pressed", "true")
