"""Data brought to the page, and data that means harm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.visiting import Visit

HOSTILE = '<img src=x onerror="window.harmed=true">'


@pytest.fixture
def panel(visit: Visit) -> Iterator[Visit]:
    """A visit with the panel of sources open. What was added is removed at the end."""
    visit.arrive()
    visit.page.locator("[data-do=open-sources]").click()
    yield visit
    visit.page.evaluate(
        """async () => {
          const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
          const sources = await (await fetch("/api/sources")).json();
          for (const source of sources.filter((one) => one.name !== "shop.db"))
            await fetch("/api/sources/" + source.id, {method: "DELETE", headers: {"X-CSRFToken": token}});
        }"""
    )


def bring(panel: Visit, file: Path) -> None:
    panel.page.locator("#upload-files").set_input_files(file)
    expect(panel.page.locator("#source-names")).to_have_text(file.name)
    panel.page.keyboard.press("Escape")


def test_an_uploaded_file_is_what_is_asked_next(panel: Visit, tmp_path: Path) -> None:
    file = tmp_path / "planets.csv"
    file.write_text("planet,moons\nEarth,1\nMars,2\nJupiter,95\n")
    bring(panel, file)
    panel.answer("total moons")
    expect(panel.sentence).to_contain_text("98")


def test_hostile_cells_and_names_are_shown_as_text(panel: Visit, tmp_path: Path) -> None:
    file = tmp_path / "notes.csv"
    file.write_text(f'note,"<b onclick=alert(1)>points</b>"\n"{HOSTILE.replace(chr(34), chr(34) * 2)}",3\n=1+1,4\n')
    bring(panel, file)
    panel.answer("list all notes")
    assert HOSTILE in {row[0] for row in panel.rows()}
    expect(panel.page.locator(".result-card img, .result-card b[onclick]")).to_have_count(0)
    assert panel.page.evaluate("window.harmed") is None


def test_a_dropped_file_is_brought_along(panel: Visit) -> None:
    panel.page.keyboard.press("Escape")
    panel.page.evaluate(
        """() => {
          const carried = new DataTransfer();
          carried.items.add(new File(["city,people\\nSeoul,9\\n"], "cities.csv", {type: "text/csv"}));
          for (const type of ["dragover", "drop"])
            window.dispatchEvent(new DragEvent(type, {dataTransfer: carried, bubbles: true, cancelable: true}));
        }"""
    )
    expect(panel.page.locator("#source-names")).to_have_text("cities.csv")


def test_a_connection_is_tried_before_it_is_kept(panel: Visit) -> None:
    panel.page.get_by_label("Address or path").fill("/nowhere/at/all.db")
    panel.press("Test")
    expect(panel.page.locator(".said.bad")).to_contain_text("/nowhere/at/all.db")
    expect(panel.page.locator(".source")).to_have_count(1)
    panel.complaints.clear()  # the browser itself says that a request was refused


def test_a_source_shows_its_tables(panel: Visit) -> None:
    panel.page.get_by_text("Look inside").click()
    expect(panel.page.locator(".schema")).to_contain_text("order_lines")
