"""What a person wrote or waited for is not lost: edited SQL, an answer another tab got, what was cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from answerable import sample
from tests.web.browser.conftest import visits
from tests.web.browser.visiting import Visit
from tests.web.serving import Server, serving

ORDERS = "how many orders are there?"
SHIPPED = "SELECT COUNT(*) AS shipped FROM orders WHERE status = 'shipped'"
MISSPELT = "SELECT COUNT(*) AS shipped FROM orderz"
ENDLESS = (
    "SELECT COUNT(*) AS shipped FROM order_lines AS a JOIN order_lines AS b ON a.quantity = b.quantity "
    "JOIN order_lines AS c ON b.quantity = c.quantity"
)
"""Allowed, and busy for hours."""


@pytest.fixture
def other_tab(server: Server, browser: Browser, signed_in: dict[str, object]) -> Iterator[Visit]:
    yield from visits(server, browser, storage_state=signed_in, locale="en-US")


@pytest.fixture
def impatient(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Of a server whose queries may take three seconds."""
    sample.write_sqlite(tmp_path / "shop.db")
    (tmp_path / "answerable.toml").write_text("query_seconds = 3\n")
    with serving(tmp_path, "--source", "shop.db") as server:
        for visit in visits(server, browser, locale="en-US"):
            visit.page.goto(server.link)
            visit.press("Sign in")
            visit.page.wait_for_url(f"{server.url}/")
            yield visit


def editor(visit: Visit) -> Locator:
    return visit.preview.get_by_label("SQL to edit")


def edit(visit: Visit, sql: str) -> None:
    visit.preview.get_by_role("button", name="Edit", exact=True).click()
    editor(visit).fill(sql)


def test_an_edit_takes_the_old_words_and_the_percentage_away(visit: Visit) -> None:
    preview = visit.arrive().ask(ORDERS)
    expect(preview.locator(".facts")).to_contain_text("sure")
    words = preview.locator(".preview-words").inner_text()
    edit(visit, SHIPPED)
    expect(preview.locator(".preview-words")).to_contain_text("You have edited this SQL.")
    expect(preview.locator(".facts")).to_have_text("on shop.db")
    editor(visit).press("Escape")
    expect(preview.locator(".preview-words")).to_have_text(words)
    expect(preview.locator(".facts")).to_contain_text("sure")


def test_edited_sql_is_there_to_go_on_with_after_it_failed(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    edit(visit, MISSPELT)
    visit.approve_button.click()
    expect(visit.turn.locator(".error-card")).to_be_visible()
    expect(visit.turn.locator(".edited-card .sql")).to_contain_text("orderz")
    visit.page.reload()
    visit.press("Edit and run again")
    expect(editor(visit)).to_have_value(MISSPELT)
    editor(visit).fill(SHIPPED)
    visit.approve()
    expect(visit.result.locator("th")).to_have_text("shipped")


def test_edited_sql_survives_a_time_out_of_the_engine(impatient: Visit) -> None:
    impatient.arrive().ask(ORDERS)
    edit(impatient, ENDLESS)
    impatient.approve_button.click()
    expect(impatient.turn.locator(".error-card")).to_contain_text("time limit")
    expect(impatient.turn.locator(".edited-card .sql")).to_contain_text("a.quantity")
    impatient.page.reload()
    impatient.press("Edit and run again")
    expect(editor(impatient)).to_have_value(ENDLESS)
    editor(impatient).fill(SHIPPED)
    impatient.approve()
    expect(impatient.result.locator("th")).to_have_text("shipped")


def test_edited_sql_survives_a_connection_that_is_lost_before_it_is_sent(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    edit(visit, SHIPPED)
    visit.page.route("**/api/chat/confirm", lambda route: route.abort("connectionreset"), times=1)
    visit.approve_button.click()
    expect(editor(visit)).to_have_value(SHIPPED)
    visit.approve()
    expect(visit.result.locator("th")).to_have_text("shipped")
    visit.complaints.clear()  # the browser itself says that a request failed


def test_edited_sql_survives_while_nothing_can_be_reached(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    edit(visit, SHIPPED)
    visit.page.context.set_offline(True)
    visit.approve_button.click()
    expect(visit.turn.locator(".error-card")).to_contain_text("could not be reached")
    expect(visit.turn.locator(".sql")).to_contain_text("shipped")
    visit.page.context.set_offline(False)
    visit.turn.get_by_role("button", name="Try again").click()
    expect(editor(visit)).to_have_value(SHIPPED)
    visit.approve()
    visit.complaints.clear()  # the browser itself says that requests failed


def test_an_edit_that_was_not_sent_is_there_after_a_reload(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    edit(visit, SHIPPED)
    visit.page.reload()
    expect(editor(visit)).to_have_value(SHIPPED)


def test_an_answer_that_was_lost_on_the_way_is_fetched(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)

    def deliver_nothing(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    visit.page.route("**/api/chat/confirm", deliver_nothing)
    visit.approve_button.click()
    expect(visit.sentence).to_contain_text("9,400")
    visit.complaints.clear()  # the browser itself says that a request failed


def test_a_second_tab_shows_the_answer_that_exists(visit: Visit, other_tab: Visit) -> None:
    visit.arrive().ask(ORDERS)
    other_tab.page.goto(visit.page.url)
    expect(other_tab.approve_button).to_be_visible()
    visit.approve()
    other_tab.approve_button.click()
    expect(other_tab.sentence).to_have_text(visit.sentence.inner_text())
    other_tab.complaints.clear()  # the browser itself says that the second approval was refused


def test_a_tab_that_is_looked_at_again_has_what_was_asked_meanwhile(visit: Visit, other_tab: Visit) -> None:
    visit.arrive().ask(ORDERS)
    other_tab.page.goto(visit.page.url)
    expect(other_tab.approve_button).to_be_visible()
    visit.approve()
    visit.ask("how many customers are there?")
    other_tab.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(other_tab.page.locator(".result-card")).to_have_count(1)
    expect(other_tab.approve_button).to_be_visible()
    expect(other_tab.turn.locator(".turn-question")).to_have_text("how many customers are there?")


def test_what_was_cancelled_stays_quiet_after_a_reload(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    visit.preview.get_by_role("button", name="Cancel").click()
    expect(visit.turn.locator(".turn-note")).to_contain_text("Cancelled")
    visit.page.reload()
    expect(visit.turn.locator(".turn-note")).to_contain_text("Cancelled")
    expect(visit.page.locator(".error-card, [role=alert]:visible")).to_have_count(0)
    expect(visit.page.locator("#live")).to_be_empty()
