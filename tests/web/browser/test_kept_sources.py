"""A conversation keeps its sources, whatever is chosen elsewhere in the browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from tests.web.browser.sources import bring, open_panel, remove_added
from tests.web.browser.visiting import Visit


@pytest.fixture
def panel(visit: Visit) -> Iterator[Visit]:
    visit.arrive()
    yield visit
    remove_added(visit)


def _sent(visit: Visit) -> list[dict[str, Any]]:
    """The bodies of the questions that are asked from now on."""
    asked: list[dict[str, Any]] = []

    def note(request: Request) -> None:
        if request.url.endswith("/api/chat"):
            asked.append(json.loads(request.post_data or "{}"))

    visit.page.on("request", note)
    return asked


def _planets(folder: Path) -> Path:
    file = folder / "planets.csv"
    file.write_text("planet,moons\nEarth,1\nMars,2\nJupiter,95\n")
    return file


def test_an_old_conversation_is_asked_of_the_data_it_began_with(panel: Visit, tmp_path: Path) -> None:
    panel.answer("how many orders are there?")
    conversation = panel.page.url
    panel.press("New conversation")
    open_panel(panel)
    bring(panel, _planets(tmp_path))
    panel.answer("total moons")
    panel.page.goto(conversation)
    expect(panel.page.locator("#source-names")).to_have_text("shop.db")
    panel.answer("how many customers are there?")
    expect(panel.result.locator(".answer-line")).to_contain_text("shop.db")


def test_a_conversation_opened_from_the_list_brings_its_sources_back(panel: Visit, tmp_path: Path) -> None:
    panel.answer("how many returns were there in 2025?")
    panel.press("New conversation")
    open_panel(panel)
    bring(panel, _planets(tmp_path))
    panel.page.locator(".session-open", has_text="how many returns were there in 2025?").first.click()
    expect(panel.page.locator("#source-names")).to_have_text("shop.db")
    panel.press("New conversation")
    expect(panel.page.locator("#source-names")).to_have_text("planets.csv")


def test_sources_are_sent_for_a_new_conversation_and_when_a_person_changes_them(panel: Visit, tmp_path: Path) -> None:
    asked = _sent(panel)
    panel.ask("how many orders are there?")
    panel.ask("how many customers are there?")
    open_panel(panel)
    bring(panel, _planets(tmp_path))
    panel.ask("total moons")
    assert [len(body["source_ids"] or ()) for body in asked] == [1, 0, 1]
    assert asked[2]["source_ids"] != asked[0]["source_ids"]


def test_a_conversation_whose_data_was_removed_says_so_and_asks_nothing_else(panel: Visit, tmp_path: Path) -> None:
    open_panel(panel)
    bring(panel, _planets(tmp_path))
    panel.answer("total moons")
    remove_added(panel)
    panel.page.reload()
    expect(panel.page.locator("#source-names")).to_have_text("Its data was removed")
    panel.box.fill("how many orders are there?")
    panel.box.press("Enter")
    expect(panel.turn.locator(".error-card")).to_contain_text("has no source of data")
    panel.complaints.clear()  # the browser itself says that a request was refused
