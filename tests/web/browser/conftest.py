"""One server and one browser for all tests of the page; a fresh, signed-in window for each."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from answerable import sample
from tests.web.browser.visiting import MILLISECONDS, REMEMBER_TOASTS, Visit
from tests.web.serving import Server, serving

_CHROMIUM = shutil.which("chromium")
_AS_ROOT = ["--no-sandbox"] if os.geteuid() == 0 else []


@pytest.fixture(scope="package")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("browser")


@pytest.fixture(scope="package")
def server(workspace: Path) -> Iterator[Server]:
    """Over the sample shop; the charts' library, which takes a busy machine long to make, is there already."""
    sample.write_sqlite(workspace / "shop.db")
    (workspace / "answerable.toml").write_text("asks_per_minute = 600\n")
    with serving(workspace, "--source", "shop.db") as running:
        with running.visitor() as visitor:
            visitor.get("/assets/vega.js", follow_redirects=True).raise_for_status()
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's chromium: nothing is downloaded."""
    if _CHROMIUM is None:
        pytest.skip("There is no chromium on this machine; apt install chromium brings it.")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=_CHROMIUM, args=_AS_ROOT, timeout=MILLISECONDS)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def signed_in(server: Server, browser: Browser) -> dict[str, object]:
    """What a browser keeps once its owner has followed the link of the terminal and pressed the button."""
    context = browser.new_context()
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    page.goto(server.link)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server.url}/")
    kept = dict(context.storage_state())
    context.close()
    return kept


@pytest.fixture
def visit(server: Server, browser: Browser, signed_in: dict[str, object]) -> Iterator[Visit]:
    """A window of its own. Whatever the page complains about fails the test."""
    yield from visits(server, browser, storage_state=signed_in, locale="en-US")


def visits(server: Server, browser: Browser, **given: object) -> Iterator[Visit]:
    context: BrowserContext = browser.new_context(base_url=server.url, **given)  # type: ignore[arg-type]
    context.set_default_timeout(MILLISECONDS)
    context.add_init_script(REMEMBER_TOASTS)
    page: Page = context.new_page()
    visit = Visit(page)
    page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    page.on("console", lambda said: visit.complaints.append(said.text) if said.type == "error" else None)
    try:
        yield visit
        assert visit.complaints == []
    finally:
        context.close()
