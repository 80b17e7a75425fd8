"""Whoever is quicker than the page: acts before a stream has ended, a list has come or a conversation is drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.waiting import wait_until
from tests.web.browser.sources import bring, open_panel, remove_added
from tests.web.browser.visiting import MILLISECONDS, Visit

ORDERS = "how many orders are there?"
CUSTOMERS = "how many customers are there?"
WITHOUT_END = """
const fetched = window.fetch;
const withoutEnd = () => {
  const [reader, writer] = [new TextDecoder(), new TextEncoder()];
  let waiting = "";
  return new TransformStream({
    transform(piece, out) {
      const blocks = (waiting + reader.decode(piece, {stream: true})).split("\\n\\n");
      waiting = blocks.pop();
      for (const block of blocks)
        if (!block.startsWith("event: done")) out.enqueue(writer.encode(block + "\\n\\n"));
    },
    flush: () => new Promise(() => {}),
  });
};
window.fetch = async (path, init) => {
  const response = await fetched(path, init);
  if (!String(path).startsWith("/api/chat") || !response.ok) return response;
  return new Response(response.body.pipeThrough(withoutEnd()), response);
};
"""
"""Streams of which all arrives but the end, as on a machine that has no time for it."""


class Held:
    """Requests to an address that wait until they are let go."""

    def __init__(self, visit: Visit, address: str) -> None:
        self._routes: list[Route] | None = []
        visit.page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self._routes is None:
            route.continue_()
        else:
            self._routes.append(route)

    def let_go(self) -> None:
        held, self._routes = self._routes or [], None
        for route in held:
            route.continue_()


class Overtaken:
    """The first answer from an address is as old as its request, and arrives late."""

    def __init__(self, visit: Visit, address: str) -> None:
        self._page, self._address = visit.page, address
        self._first: tuple[Route, APIResponse] | None = None
        visit.page.route(address, self._hold, times=1)

    def _hold(self, route: Route) -> None:
        self._first = route, route.fetch(timeout=MILLISECONDS)

    def wait(self) -> None:
        wait_until(self._is_made, "the first answer")

    def _is_made(self) -> bool:
        self._page.wait_for_timeout(20)  # routes are handled only while Playwright is waited for
        return self._first is not None

    def arrive(self) -> None:
        self.wait()
        assert self._first
        route, response = self._first
        with self._page.expect_response(self._address) as arrived:
            route.fulfill(response=response)
        arrived.value.finished()
        self._page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")


@pytest.fixture
def endless(visit: Visit) -> Visit:
    visit.page.add_init_script(WITHOUT_END)
    return visit.arrive()


def asked_sources(visit: Visit) -> list[list[str] | None]:
    """The sources of each question that is asked from now on."""
    asked: list[list[str] | None] = []
    visit.page.on(
        "request",
        lambda sent: (
            asked.append(json.loads(sent.post_data or "")["source_ids"]) if sent.url.endswith("/api/chat") else None
        ),
    )
    return asked


def test_a_query_is_approved_before_the_stream_of_its_question_has_ended(endless: Visit) -> None:
    endless.answer(ORDERS)
    expect(endless.sentence).to_contain_text("9,400")


def test_a_query_is_cancelled_before_the_stream_of_its_question_has_ended(endless: Visit) -> None:
    endless.ask(ORDERS)
    endless.preview.get_by_role("button", name="Cancel").click()
    expect(endless.turn.locator(".turn-note")).to_contain_text("Cancelled")


def test_the_next_question_is_asked_before_the_stream_of_the_last_has_ended(endless: Visit) -> None:
    endless.answer(ORDERS)
    endless.ask(CUSTOMERS)
    endless.ask("how many products are there?")
    expect(endless.page.locator(".turn")).to_have_count(3)


def test_a_reading_is_picked_before_the_stream_has_ended(endless: Visit) -> None:
    endless.box.fill("show me the best customers")
    endless.box.press("Enter")
    expect(endless.turn.locator(".reading-pick").first).to_be_focused()
    endless.page.keyboard.press("1")
    expect(endless.approve_button).to_be_visible()


def test_escape_takes_nothing_back_that_has_come(endless: Visit) -> None:
    endless.answer(ORDERS)
    endless.page.keyboard.press("Escape")
    expect(endless.turn.locator(".turn-note")).to_have_count(0)
    expect(endless.result).to_be_visible()


def test_a_query_goes_on_waiting_while_another_question_runs(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    first = visit.page.locator(".turn").first
    visit.page.route("**/api/chat", lambda route: None)
    visit.box.fill(CUSTOMERS)
    visit.box.press("Enter")
    expect(visit.page.get_by_role("button", name="Stop")).to_be_visible()
    first.get_by_role("button", name="Approve and run").click()
    visit.hear("Another question is running.")
    visit.page.get_by_role("button", name="Stop").click()
    first.get_by_role("button", name="Approve and run").click()
    expect(first.locator(".answer-sentence")).to_contain_text("9,400")


def test_a_question_waits_for_the_sources_it_is_asked_of(visit: Visit) -> None:
    held, asked = Held(visit, "**/api/sources"), asked_sources(visit)
    visit.arrive()
    visit.box.fill(ORDERS)
    visit.box.press("Enter")
    expect(visit.turn.locator(".turn-question")).to_have_text(ORDERS)
    assert asked == []
    held.let_go()
    expect(visit.approve_button).to_be_visible()
    assert [len(ids or ()) for ids in asked] == [1]


def test_a_question_that_waits_for_sources_can_be_stopped(visit: Visit) -> None:
    Held(visit, "**/api/sources")
    asked = asked_sources(visit.arrive())
    visit.box.fill(ORDERS)
    visit.box.press("Enter")
    visit.page.get_by_role("button", name="Stop").click()
    expect(visit.turn.locator(".turn-note")).to_contain_text("Cancelled")
    assert asked == []


def test_sources_that_could_not_be_read_are_read_again_with_the_question(visit: Visit) -> None:
    visit.page.route("**/api/sources", lambda route: route.abort("connectionreset"), times=1)
    asked = asked_sources(visit.arrive())
    visit.ask(ORDERS)
    assert [len(ids or ()) for ids in asked] == [1]
    expect(visit.page.locator("#source-names")).to_have_text("shop.db")
    visit.complaints.clear()  # the browser itself says that a request failed


def test_an_old_conversation_keeps_its_sources_when_it_is_asked_before_they_are_known(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    held = Held(visit, "**/api/sources")
    visit.page.reload()
    expect(visit.approve_button).to_be_visible()
    visit.ask(CUSTOMERS)
    held.let_go()
    expect(visit.page.locator("#source-names")).to_have_text("shop.db")


def test_a_question_stands_below_those_of_a_conversation_that_comes_later(visit: Visit) -> None:
    visit.arrive().ask(ORDERS)
    address = visit.page.url
    visit.page.goto("about:blank")  # a page that is looked at again reads its conversation too
    late = Overtaken(visit, "**/api/sessions/*")
    visit.arrive(address)
    late.wait()
    visit.box.fill(CUSTOMERS)
    visit.box.press("Enter")
    expect(visit.page.get_by_role("button", name="Stop")).to_be_visible()
    late.arrive()
    expect(visit.page.locator(".turn-question")).to_have_text([ORDERS, CUSTOMERS])
    expect(visit.approve_button).to_be_visible()


def test_an_old_list_of_conversations_does_not_replace_a_newer_one(visit: Visit) -> None:
    late = Overtaken(visit, "**/api/sessions?*")
    visit.arrive().ask(ORDERS)
    current = visit.page.locator(".sessions [aria-current=page]")
    expect(current).to_have_text(ORDERS)
    late.arrive()
    assert current.all_inner_texts() == [ORDERS]


def test_an_old_list_of_sources_does_not_replace_a_newer_one(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "planets.csv"
    file.write_text("planet,moons\nEarth,1\n")
    late = Overtaken(visit, "**/api/sources")
    visit.arrive()
    open_panel(visit)
    try:
        bring(visit, file)
        late.arrive()
        assert visit.page.locator("#source-names").inner_text() == "planets.csv"
    finally:
        remove_added(visit)
