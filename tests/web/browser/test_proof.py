"""Proof at hand: an answer re-checked where it stands, its receipt, and the record of how it came about."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.browser.conftest import visits
from tests.web.browser.pictures import picture
from tests.web.browser.visiting import Visit
from tests.web.serving import Server


def test_an_answer_is_rechecked_where_it_stands(visit: Visit, workspace: Path) -> None:
    visit.arrive().answer("how many products are there?")
    press = visit.result.get_by_role("button", name="Re-check this answer")
    found = visit.result.locator(".recheck")
    press.press("Enter")
    expect(found).to_contain_text("It still holds")
    expect(found).to_have_attribute("data-look", "good")
    expect(press).to_be_focused()
    with closing(sqlite3.connect(workspace / "shop.db")) as shop:
        shop.execute("INSERT INTO products VALUES (9999, 'New', 'Toys', 100, '2026-01-01', NULL)")
        shop.commit()
        try:
            press.click()
            expect(found).to_contain_text("The data has changed since")
            expect(found).to_contain_text("→")
            picture(visit, "page-recheck")
        finally:
            shop.execute("DELETE FROM products WHERE id = 9999")
            shop.commit()


def test_the_receipt_is_saved_as_it_was_kept(visit: Visit, workspace: Path) -> None:
    visit.arrive().answer("how many orders are there?")
    visit.result.get_by_role("button", name="Save").click()
    with visit.page.expect_download() as download:
        visit.result.get_by_role("menuitem", name="Receipt of this answer").click()
    saved = json.loads(download.value.path().read_text())
    kept = workspace / ".answerable" / "receipts" / f"{saved['request_id']}.json"
    assert json.loads(kept.read_text()) == saved


def test_the_record_of_an_answer_is_told_in_plain_words(visit: Visit) -> None:
    visit.arrive().answer("total revenue by channel in 2025")
    visit.result.get_by_role("link", name="Record of this answer").click()
    entries = visit.page.locator(".audit-entry")
    expect(entries.first.locator(".audit-what")).to_have_text("A question was asked")
    told = entries.locator(".audit-what").all_inner_texts()
    assert told[-1] == "The receipt was made"
    assert told.index("A person approved the query") < told.index("The query was run")
    expect(visit.page.locator(".audit-quote")).to_contain_text("total revenue by channel in 2025")
    assert not [words for words in told if "_" in words], told
    visit.page.get_by_role("button", name="Verify the trail").click()
    expect(visit.page.locator("#verified")).to_contain_text("The trail is as it was written")
    picture(visit, "page-audit")
    summary = entries.first.locator("summary")
    summary.focus()
    summary.press("Enter")
    raw = json.loads(entries.first.locator("pre").inner_text())
    assert raw["event_type"] == "request_submitted" and raw["sequence_number"] > 0
    with visit.page.expect_download() as download:
        visit.page.get_by_role("link", name="Save evidence").click()
    assert download.value.suggested_filename.endswith(".zip")
    visit.page.get_by_role("link", name="Back to the conversation").click()
    expect(visit.result).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_a_phone_in_korean(server: Server, browser: Browser, signed_in: dict[str, object], theme: str) -> None:
    phone: dict[str, object] = {"viewport": {"width": 360, "height": 740}, "color_scheme": theme, "locale": "ko-KR"}
    for visit in visits(server, browser, storage_state=signed_in, **phone):
        visit.arrive()
        visit.box.fill("주문은 몇 건인가요?")
        visit.page.locator("#send").click()
        visit.turn.get_by_role("button", name="승인").click()
        expect(visit.result).to_be_visible()
        visit.result.get_by_role("button", name="이 답을 다시 확인").click()
        expect(visit.result.locator(".recheck")).to_contain_text("지금도 맞습니다")
        expect(visit.result.locator(".recheck-reasons")).to_contain_text("1행, 같은 값")
        picture(visit, f"phone-recheck-{theme}")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
        visit.result.get_by_role("link", name="이 답의 기록").click()
        expect(visit.page.locator(".audit-what").first).to_have_text("질문을 받았습니다")
        picture(visit, f"phone-audit-{theme}")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_request_that_is_not_there_is_said_to_be_so(visit: Visit) -> None:
    visit.page.goto("/audit/00000000-0000-4000-8000-000000000000")
    expect(visit.page.locator(".audit-nothing")).to_contain_text("Nothing is recorded")
    visit.complaints.clear()  # the browser itself complains about a 404
    expect(visit.page.get_by_role("link", name="Save evidence")).to_have_count(0)
    expect(visit.page.locator(".audit-nothing")).not_to_contain_text("/api/")
    expect(visit.page.get_by_role("link", name="To your conversations")).to_have_attribute("href", "/")


def refuse(route: Route) -> None:
    told = {"code": "audit_unavailable", "message": "The log cannot be read.", "hint": "Correct its permissions."}
    route.fulfill(status=503, json={"error": told})


def test_a_changed_line_is_named_with_what_to_do(visit: Visit) -> None:
    visit.arrive().answer("how many customers are there?")
    visit.result.get_by_role("link", name="Record of this answer").click()
    problem = "its hash does not match its content"
    found = {"ok": False, "entries": 1_811, "bad_file": "log.jsonl", "bad_line": 1_812, "problem": problem}
    visit.page.route("**/api/audit/verify", lambda route: route.fulfill(json={**found, "warnings": []}))
    expect(visit.page.locator(".audit-entry").first).to_be_visible()
    press = visit.page.get_by_role("button", name="Verify the trail")
    press.press("Enter")
    shown = visit.page.locator("#verified")
    expect(shown).to_have_attribute("data-look", "bad")
    expect(shown).to_contain_text("Line 1,812 of log.jsonl: its hash does not match its content.")
    expect(shown).to_contain_text("Leave the log as it is")
    expect(press).to_be_focused()


def test_what_fails_is_told_where_it_was_asked_for(visit: Visit) -> None:
    visit.arrive().answer("how many customers are there?")
    visit.page.route("**/api/receipts/**", refuse)
    visit.result.get_by_role("button", name="Re-check this answer").click()
    expect(visit.result.locator(".recheck-verdict")).to_have_text("It could not be re-checked.")
    expect(visit.result.locator(".recheck")).to_contain_text("The log cannot be read. Correct its permissions.")
    visit.result.get_by_role("button", name="Save").click()
    visit.result.get_by_role("menuitem", name="Receipt of this answer").click()
    visit.hear("The log cannot be read.")
    visit.page.route("**/api/audit/**", refuse)
    visit.result.get_by_role("link", name="Record of this answer").click()
    expect(visit.page.locator(".audit-nothing")).to_contain_text("The log cannot be read. Correct its permissions.")
    visit.page.get_by_role("link", name="Save evidence").click()
    visit.hear("The log cannot be read.")
    visit.page.get_by_role("button", name="Verify the trail").click()
    expect(visit.page.locator("#verified")).to_contain_text("could not be checked")
    visit.page.unroute("**/api/audit/**")
    visit.page.get_by_role("button", name="Try again").click()
    expect(visit.page.locator(".audit-entry").first).to_be_visible()
    visit.complaints.clear()  # the browser itself complains about a 503


def test_a_record_is_dark_on_light_on_paper(server: Server, browser: Browser, signed_in: dict[str, object]) -> None:
    for visit in visits(server, browser, storage_state=signed_in, locale="en-US", color_scheme="dark"):
        visit.arrive().answer("how many customers are there?")
        visit.result.get_by_role("link", name="Record of this answer").click()
        told = visit.page.locator(".audit-what").first
        expect(told).not_to_have_css("color", "rgb(0, 0, 0)")
        visit.page.emulate_media(media="print")
        expect(told).to_have_css("color", "rgb(0, 0, 0)")
        expect(visit.page.get_by_role("button", name="Verify the trail")).to_be_hidden()


def test_a_verdict_is_in_sight_each_time(visit: Visit) -> None:
    visit.arrive().answer("total revenue by country in 2025")
    for _ in range(2):
        visit.result.get_by_role("button", name="Re-check this answer").click()
        expect(visit.result.locator(".recheck-reasons")).to_be_in_viewport(ratio=1)
