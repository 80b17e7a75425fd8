"""The panel of sources, in the words of what people do there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser.visiting import Visit

__all__ = ["bring", "open_panel", "remove_added"]

_REMOVE_ADDED = """async () => {
  const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const sources = await (await fetch("/api/sources")).json();
  for (const source of sources.filter((one) => one.name !== "shop.db"))
    await fetch("/api/sources/" + source.id, {method: "DELETE", headers: {"X-CSRFToken": token}});
}"""


def open_panel(visit: Visit) -> None:
    visit.page.locator("[data-do=open-sources]").click()


def bring(visit: Visit, file: Path) -> None:
    """Through the open panel, which is closed again."""
    visit.page.locator("#upload-files").set_input_files(file)
    expect(visit.page.locator("#source-names")).to_have_text(file.name)
    visit.page.keyboard.press("Escape")


def remove_added(visit: Visit) -> None:
    """All sources but the shop, once nothing is asked of them any more."""
    visit.page.wait_for_load_state("networkidle")
    visit.page.evaluate(_REMOVE_ADDED)
