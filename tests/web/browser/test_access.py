"""The page for everybody: in Korean, on a phone, by keyboard alone, in the dark, offline, with fewer rights."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser.conftest import visits
from tests.web.browser.visiting import Visit
from tests.web.serving import Server


@pytest.fixture
def korean(server: Server, browser: Browser, signed_in: dict[str, object]) -> Iterator[Visit]:
    yield from visits(server, browser, storage_state=signed_in, locale="ko-KR")


@pytest.fixture
def phone(server: Server, browser: Browser, signed_in: dict[str, object]) -> Iterator[Visit]:
    yield from visits(
        server, browser, storage_state=signed_in, locale="en-US", viewport={"width": 375, "height": 740}, has_touch=True
    )


@pytest.fixture
def viewer(server: Server, browser: Browser, workspace: Path) -> Iterator[Visit]:
    program = Path(sys.executable).with_name("answerable")
    command = [str(program), "users", "add", "vera", "--role", "viewer"]
    subprocess.run(
        command, cwd=workspace, input="CANARY-long-password-1\n" * 2, text=True, check=True, capture_output=True
    )
    for visit in visits(server, browser, locale="en-US"):
        visit.page.goto("/")
        visit.page.get_by_label("Name").fill("vera")
        visit.page.get_by_label("Password").fill("CANARY-long-password-1")
        visit.press("Sign in")
        visit.page.wait_for_url(f"{server.url}/")
        yield visit


def test_it_speaks_korean_throughout(korean: Visit) -> None:
    korean.arrive()
    expect(korean.page.get_by_role("heading", name="무엇이 궁금하신가요?")).to_be_visible()
    korean.box.fill("2025년 채널별 총 매출")
    korean.box.press("Enter")
    korean.turn.get_by_role("button", name="승인하고 실행").click()
    expect(korean.sentence).to_contain_text("매출")
    expect(korean.result.get_by_text("계산 과정", exact=True)).to_be_visible()
    assert korean.page.locator("html").get_attribute("lang") == "ko"


def test_the_language_can_be_switched_and_is_remembered(visit: Visit) -> None:
    visit.arrive()
    visit.press("한국어")
    expect(visit.page.get_by_role("heading", name="무엇이 궁금하신가요?")).to_be_visible()
    visit.page.reload()
    expect(visit.page.get_by_role("button", name="English")).to_be_visible()


def test_on_a_phone_the_list_is_a_drawer_and_nothing_is_cut_off(phone: Visit) -> None:
    phone.arrive().answer("total revenue by month in 2025")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 375
    expect(phone.page.locator("#drawer")).not_to_be_in_viewport()
    phone.press("Open the list of conversations")
    expect(phone.page.locator("#drawer")).to_be_in_viewport()
    phone.page.locator(".session-open").first.click()
    expect(phone.page.locator("#drawer")).not_to_be_in_viewport()


def test_everything_can_be_done_by_keyboard(visit: Visit) -> None:
    visit.arrive()
    keyboard = visit.page.keyboard
    visit.page.locator("#scroll").focus()
    keyboard.press("/")
    expect(visit.box).to_be_focused()
    keyboard.type("total revenue by channel in 2025")
    keyboard.press("Enter")
    expect(visit.approve_button).to_be_visible()
    keyboard.press("Control+Enter")
    expect(visit.result.locator(".chart[data-drawn]")).to_be_visible()
    keyboard.press("ArrowUp")
    expect(visit.box).to_have_value("total revenue by channel in 2025")
    visit.result.get_by_role("button", name="Copy").focus()
    keyboard.press("Enter")
    expect(visit.result.get_by_role("menuitem", name="The answer")).to_be_focused()
    keyboard.press("ArrowDown")
    expect(visit.result.get_by_role("menuitem", name="The SQL")).to_be_focused()
    keyboard.press("Escape")
    expect(visit.result.get_by_role("button", name="Copy")).to_be_focused()


def test_what_happens_is_told_to_screen_readers(visit: Visit) -> None:
    visit.arrive().answer("how many orders are there?")
    expect(visit.page.locator("#live")).to_contain_text("Answer: Number of orders is 9,400.")


def test_escape_stops_a_running_question(visit: Visit) -> None:
    visit.arrive()
    visit.page.route("**/api/chat", lambda route: None)
    visit.box.fill("how many orders are there?")
    visit.box.press("Enter")
    expect(visit.page.get_by_role("button", name="Stop")).to_be_visible()
    visit.page.keyboard.press("Escape")
    expect(visit.turn.locator(".turn-note")).to_contain_text("Cancelled")
    expect(visit.page.get_by_role("button", name="Ask", exact=True)).to_be_visible()


def test_offline_is_said_and_trying_again_works(visit: Visit) -> None:
    visit.arrive()
    visit.page.context.set_offline(True)
    expect(visit.page.locator("#offline")).to_be_visible()
    visit.box.fill("how many orders are there?")
    visit.box.press("Enter")
    expect(visit.turn.locator(".error-card")).to_contain_text("could not be reached")
    visit.page.context.set_offline(False)
    expect(visit.page.locator("#offline")).to_be_hidden()
    visit.turn.get_by_role("button", name="Try again").click()
    expect(visit.approve_button).to_be_visible()
    visit.complaints.clear()  # the browser itself says that a request failed


def test_the_theme_is_remembered(visit: Visit) -> None:
    visit.arrive()
    light = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    visit.press("Light or dark")
    dark = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    visit.page.reload()
    assert visit.page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_a_viewer_is_offered_what_a_viewer_may(viewer: Visit) -> None:
    viewer.arrive().ask("how many orders are there?")
    expect(viewer.preview.get_by_role("button", name="Edit")).to_have_count(0)
    viewer.approve()
    viewer.result.get_by_role("button", name="Save").click()
    expect(viewer.result.get_by_role("menuitem")).to_have_text(["Receipt of this answer"])
    viewer.page.keyboard.press("Escape")
    viewer.page.locator("[data-do=open-sources]").click()
    expect(viewer.page.locator("#upload-files, #connect-spec")).to_have_count(0)
