"""Conversations of before: opened again, ended, gone on with after a pause."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from tests.waiting import PATIENCE
from tests.web.browser.visiting import Visit


def manage(visit: Visit, title: str) -> None:
    """The conversation that is open; others may have the same title."""
    entry = visit.page.locator(".session", has=visit.page.locator("[aria-current=page]"))
    entry.get_by_role("button", name=f"Rename, end or delete “{title}”").click()


def test_a_conversation_is_there_again_after_a_reload(visit: Visit) -> None:
    visit.arrive().answer("how many orders are there?")
    said = visit.sentence.inner_text()
    visit.page.reload()
    expect(visit.sentence).to_have_text(said)
    expect(visit.page.locator("#title")).to_have_text("how many orders are there?")


def test_a_query_that_waits_can_be_approved_after_a_reload(visit: Visit) -> None:
    visit.arrive().ask("how many orders are there?")
    visit.page.reload()
    visit.approve()
    expect(visit.sentence).to_contain_text("9,400")


def test_the_list_leads_to_each_conversation_and_back(visit: Visit) -> None:
    visit.arrive().ask("how many orders came from Germany?")
    visit.press("New conversation")
    expect(visit.page.locator(".welcome")).to_be_visible()
    expect(visit.page).to_have_url(re.compile("/$"))
    visit.page.locator(".session-open", has_text="how many orders came from Germany?").first.click()
    expect(visit.turn.locator(".turn-question")).to_have_text("how many orders came from Germany?")
    visit.page.go_back()
    expect(visit.page.locator(".welcome")).to_be_visible()


def test_an_ended_conversation_stays_readable_but_ends(visit: Visit) -> None:
    visit.arrive().answer("how many products are there?")
    address = visit.page.url
    manage(visit, "how many products are there?")
    visit.press("End the conversation")
    visit.press("End it")
    expect(visit.page.locator(".welcome")).to_be_visible()
    visit.page.goto(address)
    expect(visit.page.get_by_text("This conversation has ended.")).to_be_visible()
    expect(visit.sentence).to_be_visible()


def test_a_conversation_gets_another_name(visit: Visit) -> None:
    visit.arrive().ask("how many orders did we get in 2025?")
    manage(visit, "how many orders did we get in 2025?")
    visit.page.get_by_label("Name", exact=True).fill("Refunds of 2024")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#title")).to_have_text("Refunds of 2024")
    visit.page.reload()
    expect(visit.page.locator(".session-open", has_text="Refunds of 2024")).to_have_count(1)


def test_a_deleted_conversation_is_gone(visit: Visit) -> None:
    visit.arrive().ask("how many products cost more than 99?")
    address = visit.page.url
    manage(visit, "how many products cost more than 99?")
    visit.press("Delete the conversation")
    expect(visit.page.get_by_role("dialog")).to_contain_text("The audit trail and the receipts stay.")
    visit.press("Delete it")
    expect(visit.page.locator(".welcome")).to_be_visible()
    visit.hear("deleted")
    expect(visit.page.locator(".session-open", has_text="more than 99")).to_have_count(0)
    visit.page.goto(address)
    expect(visit.page.get_by_role("heading", name="There is no such conversation")).to_be_visible()
    visit.page.get_by_role("link", name="To your conversations").click()
    expect(visit.page.locator(".welcome")).to_be_visible()
    visit.complaints.clear()  # the browser itself says that the page was not found


def test_conversations_are_found_by_what_was_asked_in_them(visit: Visit) -> None:
    visit.arrive().ask("how many customers are in Ireland?")
    visit.press("New conversation")
    visit.page.get_by_role("searchbox", name="Search conversations").fill("ireland")
    expect(visit.page.locator(".session-open")).to_have_text(["how many customers are in Ireland?"])
    visit.page.get_by_role("searchbox", name="Search conversations").fill("no such words")
    expect(visit.page.locator("#sessions")).to_have_text("No conversation has these words.")


def test_signing_in_again_leads_back_and_says_why(visit: Visit) -> None:
    visit.arrive().ask("how many orders are there?")
    address = visit.page.url
    visit.page.context.clear_cookies()
    visit.box.fill("how many customers are there?")
    visit.box.press("Enter")
    expect(visit.page.get_by_role("alert")).to_have_text("You were signed out. Sign in to go on where you were.")
    assert f"next={address.partition('/c/')[2]}" in visit.page.url.replace("%2Fc%2F", "")
    visit.complaints.clear()  # the browser itself says that a request was refused


def test_an_expired_conversation_goes_on_in_a_new_one(visit: Visit, workspace: Path) -> None:
    visit.arrive().answer("total revenue by month in 2025")
    before = visit.page.url.rpartition("/")[2]
    _idle_for_long(workspace, before)
    visit.ask("what about 2024?")
    expect(visit.page.locator(".turn-note").first).to_contain_text("goes on from it")
    expect(visit.page).not_to_have_url(re.compile(before))
    expect(visit.preview.locator(".sql")).to_contain_text("2024-01-01")


def _idle_for_long(workspace: Path, session: str) -> None:
    with closing(sqlite3.connect(workspace / ".answerable" / "answerable.db", timeout=PATIENCE)) as store, store:
        changed = store.execute(
            "UPDATE conversations_session SET last_activity_at = datetime('now', '-1 hour') WHERE id = ?",
            (session.replace("-", ""),),
        )
        assert changed.rowcount == 1
