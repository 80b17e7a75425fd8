"""Conversations of before: opened again, ended, gone on with after a pause."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from tests.waiting import PATIENCE
from tests.web.browser.visiting import Visit


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
    visit.arrive().ask("how many customers are in Germany?")
    visit.press("New conversation")
    expect(visit.page.locator(".welcome")).to_be_visible()
    expect(visit.page).to_have_url(re.compile("/$"))
    visit.page.locator(".session-open", has_text="how many customers are in Germany?").first.click()
    expect(visit.turn.locator(".turn-question")).to_have_text("how many customers are in Germany?")
    visit.page.go_back()
    expect(visit.page.locator(".welcome")).to_be_visible()


def test_an_ended_conversation_stays_readable_but_ends(visit: Visit) -> None:
    visit.arrive().answer("how many products are there?")
    address = visit.page.url
    visit.page.get_by_role("button", name="End “how many products are there?”").first.click()
    visit.press("End it")
    expect(visit.page.locator(".welcome")).to_be_visible()
    visit.page.goto(address)
    expect(visit.page.get_by_text("This conversation has ended.")).to_be_visible()
    expect(visit.sentence).to_be_visible()


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
            "UPDATE conversations_session SET last_activity_at = '2026-01-01 00:00:00' WHERE id = ?",
            (session.replace("-", ""),),
        )
        assert changed.rowcount == 1
