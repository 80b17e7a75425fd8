"""Data brought to the page, and data that means harm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.sources import bring, open_panel, remove_added
from tests.web.browser.visiting import Visit

HOSTILE = '<img src=x onerror="window.harmed=true">'

_TOAST = """async () => {
  const page = document.querySelector("script[type=module]").src;
  (await import(page.replace("page.js", "notices.js"))).toast("Seen?", true);
}"""
_ON_TOP = """([x, y]) => {
  document.querySelector(".toasts").style.pointerEvents = "auto";
  return document.elementFromPoint(x, y).className;
}"""


@pytest.fixture
def panel(visit: Visit) -> Iterator[Visit]:
    """A visit with the panel of sources open. What was added is removed at the end."""
    visit.arrive()
    open_panel(visit)
    yield visit
    remove_added(visit)


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


def test_removing_an_upload_says_that_its_copy_is_deleted(panel: Visit, tmp_path: Path) -> None:
    file = tmp_path / "planets.csv"
    file.write_text("planet,moons\nEarth,1\n")
    panel.page.locator("#upload-files").set_input_files(file)
    panel.press("Remove planets.csv")
    expect(panel.page.get_by_role("dialog").last).to_contain_text("its copy on this server is deleted for good")
    panel.press("Remove")
    panel.hear("planets.csv was removed and its copy deleted.")


def test_notices_are_seen_above_the_panel(panel: Visit) -> None:
    panel.page.evaluate(_TOAST)
    toast = panel.page.locator(".toast", has_text="Seen?")
    expect(toast).to_be_visible()
    box = toast.bounding_box()
    assert box
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert panel.page.evaluate(_ON_TOP, middle) == "toast"
    panel.page.keyboard.press("Escape")
    expect(toast).to_be_visible()


def test_a_connection_is_tried_before_it_is_kept(panel: Visit) -> None:
    panel.page.get_by_label("Address or path").fill("/nowhere/at/all.db")
    panel.press("Test")
    expect(panel.page.locator(".said.bad")).to_contain_text("/nowhere/at/all.db")
    expect(panel.page.locator(".source")).to_have_count(1)
    panel.complaints.clear()  # the browser itself says that a request was refused


def test_a_source_shows_its_tables(panel: Visit) -> None:
    panel.page.get_by_text("Look inside").click()
    expect(panel.page.locator(".schema")).to_contain_text("order_lines")
