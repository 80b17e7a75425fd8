"""The data catalogue: what tables mean, why, and how they belong together; for those who may know it."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from answerable.kernel.schema import Table
from answerable.web.pages.page_words import words
from tests.semantics.nursery import NURSERY
from tests.web.browser.conftest import visits
from tests.web.browser.pictures import picture
from tests.web.browser.sources import open_panel, remove_added
from tests.web.browser.visiting import Visit
from tests.web.serving import Server

_SEND = """async ([method, path, body]) => {
  const token = document.cookie.match(/csrftoken=([^;]+)/)[1];
  const headers = {"X-CSRFToken": token, "Content-Type": "application/json"};
  const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
  const text = await answer.text();
  return [answer.status, text && JSON.parse(text)];
}"""
_PASSWORD = "CANARY-long-password-1"
_BLOCKED = {"policy": {"blocked_columns": ["T_CUST.nl_yn"], "masked_columns": ["T_PLANT.discontinued"]}}


def write_nursery(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for table in NURSERY.tables:
            connection.execute((table.definition and f"CREATE VIEW {table.name} AS {table.definition}") or _made(table))
            if not table.is_view:
                places = ", ".join("?" * len(table.columns))
                rows = list(zip(*(column.cells for column in table.columns), strict=True))
                connection.executemany(f"INSERT INTO {table.name} VALUES ({places})", rows)
        connection.commit()


def _made(table: Table) -> str:
    columns = ", ".join(f"{column.name} {column.data_type}" for column in table.columns)
    return f"CREATE TABLE {table.name} ({columns}, PRIMARY KEY ({', '.join(table.primary_key)}))"


@pytest.fixture
def nursery(visit: Visit, workspace: Path) -> Iterator[str]:
    """The id of a second source."""
    path = workspace / "nursery.db"
    if not path.exists():
        write_nursery(path)
    visit.arrive()
    _, made = visit.page.evaluate(_SEND, ["POST", "/api/sources", {"spec": str(path), "name": "Nursery"}])
    yield made["id"]
    visit.page.unroute_all()
    visit.page.goto("/")
    remove_added(visit)


def card(visit: Visit, table: str) -> Locator:
    return visit.page.locator(f'[id="table-{table}"]')


def open_catalogue(visit: Visit, source: str = "") -> None:
    visit.page.goto(f"/data/{source}")
    expect(visit.page.locator(".catalogue-card").first).to_be_visible()


def test_it_is_opened_from_the_side_bar_and_from_the_panel(visit: Visit) -> None:
    visit.arrive()
    visit.page.get_by_role("link", name="Data catalogue").click()
    expect(visit.page).to_have_url(re.compile(r"/data/$"))
    expect(visit.page.locator(".catalogue-card")).to_have_count(7)
    expect(visit.page.locator("#catalogue-count")).to_contain_text("7 tables")
    visit.page.get_by_role("link", name="To your conversations").click()
    expect(visit.page.locator("#role")).not_to_be_empty()
    open_panel(visit)
    visit.page.get_by_role("link", name="What the tables mean").click()
    expect(visit.page).to_have_url(re.compile(r"/data/[0-9a-f-]{36}$"))
    expect(card(visit, "orders").locator(".noun")).to_have_text("orders")


def test_it_says_what_is_known_of_a_table(visit: Visit, nursery: str) -> None:
    open_catalogue(visit, nursery)
    orders = card(visit, "T_ORD_HD")
    said = {
        "happens": "ord_dt",
        "dates": "shipped_dt shipped empty while open",
        "measures": "net_ct amount money × 0.01",
        "decodings": "S Shipped",
        "statuses": "X cancelled",
        "exclusions": "Cancelled rows",
        "outgoing": "taken_by → employee as taken by",
        "incoming": "order line",
        "hidden": "written as yyyy-mm-dd",
    }
    for part, text in said.items():
        expect(orders.locator(f"[data-part={part}]")).to_contain_text(text)
    expect(card(visit, "T_CUST").locator("dl")).to_contain_text("fst_nm lst_nm")
    expect(card(visit, "T_CUST").locator("[data-part=flags]")).to_contain_text("“Y” means: newsletter")
    expect(card(visit, "T_PLANT").locator("[data-part=hidden]")).to_contain_text("1,234.56 EUR")
    expect(card(visit, "C_STAT")).to_contain_text("codes")
    expect(card(visit, "V_SHIPPED")).to_contain_text("Shows rows of")
    orders.get_by_text("All columns (8)").click()
    expect(orders.locator(".catalogue-columns li")).to_have_count(8)
    visit.page.evaluate("scrollTo(0, 0)")
    picture(visit, "page-catalogue")


def test_evidence_is_there_on_demand_by_keyboard(visit: Visit, nursery: str) -> None:
    open_catalogue(visit, nursery)
    line = card(visit, "T_ORD_HD").locator("[data-part=outgoing] li", has_text="taken_by").first
    clues = line.locator(".why-clues")
    expect(clues).to_be_hidden()
    line.locator("summary").focus()
    visit.page.keyboard.press("Enter")
    expect(clues).to_contain_text("Inferred; 88% sure.")
    expect(clues).to_contain_text("“taken by” says who did it.")
    expect(clues).to_contain_text("100% of the values compared are the key's.")
    line.scroll_into_view_if_needed()
    picture(visit, "page-catalogue-evidence")
    visit.page.keyboard.press("Enter")
    expect(clues).to_be_hidden()


def test_every_clue_and_code_has_its_words(visit: Visit, nursery: str) -> None:
    open_catalogue(visit, nursery)
    visit.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    texts = visit.page.locator(".why-clues li, .catalogue-part h3, .catalogue-badge").all_inner_texts()
    assert len(texts) > 100
    assert [text for text in texts if "{" in text or re.search(r"\b(clue|part|row_kind|why)_", text)] == []


def test_declared_keys_are_said_to_be_declared(visit: Visit) -> None:
    open_catalogue(visit)
    why = card(visit, "orders").locator("[data-part=outgoing] .why").first
    why.locator("summary").click()
    expect(why).to_contain_text("The database declares it.")


def test_search_narrows_tables_and_drawing(visit: Visit, nursery: str) -> None:
    open_catalogue(visit, nursery)
    visit.page.keyboard.press("/")
    visit.page.keyboard.type("shipped")
    expect(card(visit, "T_PLANT")).to_have_count(0)
    expect(card(visit, "T_ORD_HD")).to_be_visible()
    expect(visit.page.locator("#live")).to_have_text(re.compile(r"^\d of 7 tables$"))
    assert visit.page.url.endswith("?q=shipped")
    visit.page.reload()
    expect(card(visit, "T_ORD_HD")).to_be_visible()
    expect(card(visit, "T_PLANT")).to_have_count(0)
    search = visit.page.locator("#catalogue-search")
    search.fill("no such thing")
    expect(visit.page.locator(".catalogue-nothing")).to_contain_text("Nothing here has “no such thing” in it.")
    expect(visit.page.locator("#catalogue-figure")).to_be_hidden()
    visit.press("Clear the search")
    expect(visit.page.locator(".catalogue-card")).to_have_count(7)
    expect(search).to_be_focused()


def test_the_drawing_leads_to_tables(visit: Visit, nursery: str) -> None:
    open_catalogue(visit, nursery)
    drawing = visit.page.locator("svg.diagram")
    expect(drawing.locator(".diagram-box")).to_have_count(6)
    expect(drawing.locator(".diagram-line")).to_have_count(5)
    places = {box.get_attribute("aria-label"): box.bounding_box() for box in drawing.locator(".diagram-box").all()}
    line, order, customer = (places[name] for name in _BOXES)
    assert line and order and customer and line["x"] < order["x"] < customer["x"]
    box = drawing.get_by_role("link", name="customers (T_CUST)")
    box.focus()
    expect(drawing.locator(".diagram-line.on")).to_have_count(1)
    visit.page.keyboard.press("Enter")
    expect(card(visit, "T_CUST")).to_be_focused()
    expect(card(visit, "T_CUST")).to_be_in_viewport()


_BOXES = ("order lines (T_ORD_POS)", "orders (T_ORD_HD)", "customers (T_CUST)")


def test_a_link_leads_to_a_table_that_the_search_left_out(visit: Visit, nursery: str) -> None:
    open_catalogue(visit, nursery)
    visit.page.locator("#catalogue-search").fill("disc_pct")
    expect(visit.page.locator(".catalogue-card")).to_have_count(1)
    card(visit, "T_ORD_POS").locator("[data-part=outgoing]").get_by_role("link", name="plant").click()
    expect(card(visit, "T_PLANT")).to_be_focused()


@pytest.fixture
def viewer(server: Server, browser: Browser, workspace: Path) -> Iterator[Visit]:
    program = Path(sys.executable).with_name("answerable")
    command = [str(program), "users", "add", "vito", "--role", "viewer"]
    subprocess.run(command, cwd=workspace, input=f"{_PASSWORD}\n" * 2, text=True, check=True, capture_output=True)
    for visit in visits(server, browser, locale="en-US"):
        visit.page.goto("/data/")
        visit.page.get_by_label("Name").fill("vito")
        visit.page.get_by_label("Password").fill(_PASSWORD)
        visit.press("Sign in")
        expect(visit.page).to_have_url(re.compile(r"/data/$"))
        yield visit


def test_a_viewer_sees_what_the_policy_lets_be_seen(visit: Visit, nursery: str, viewer: Visit) -> None:
    open_catalogue(viewer, nursery)
    expect(card(viewer, "T_CUST")).to_contain_text("nl_yn")
    expect(card(viewer, "T_PLANT").locator("[data-part=flags]")).to_contain_text("“Y”")
    status, _ = visit.page.evaluate(_SEND, ["PUT", "/api/policy", _BLOCKED])
    assert status == 200
    try:
        open_catalogue(viewer, nursery)
        expect(card(viewer, "T_CUST")).to_contain_text("is_test")
        viewer.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert "nl_yn" not in viewer.page.content() and "newsletter" not in viewer.page.content()
        expect(card(viewer, "T_PLANT")).to_contain_text("discontinued")
        expect(card(viewer, "T_PLANT").locator("[data-part=flags]")).to_have_count(0)
    finally:
        visit.page.evaluate(_SEND, ["DELETE", "/api/policy", None])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_a_phone_in_korean(
    server: Server, browser: Browser, signed_in: dict[str, object], visit: Visit, nursery: str, theme: str
) -> None:
    phone: dict[str, object] = {"viewport": {"width": 360, "height": 740}, "color_scheme": theme, "locale": "ko-KR"}
    for narrow in visits(server, browser, storage_state=signed_in, **phone):
        open_catalogue(narrow, nursery)
        expect(narrow.page.get_by_role("heading", name="데이터 카탈로그")).to_be_visible()
        narrow.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert narrow.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        headings = set(narrow.page.locator(".catalogue-part h3, dt, .catalogue-badge").all_inner_texts())
        assert headings <= set(words("ko").values()) | {text for text in headings if re.search(r"[×A-Z]", text)}
        assert not [text for text in narrow.page.locator(".why-clues li").all_inner_texts() if not _has_hangul(text)]
        narrow.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = false; })")
        card(narrow, "T_ORD_HD").scroll_into_view_if_needed()
        if theme == "dark":
            picture(narrow, "page-catalogue-phone")


def _has_hangul(text: str) -> bool:
    return re.search("[가-힣]", text) is not None


def test_dark_by_choice(visit: Visit, nursery: str) -> None:
    open_catalogue(visit, nursery)
    visit.press("Light or dark")
    expect(visit.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(visit.page.locator(".diagram-noun").first).to_have_css("fill", "rgb(235, 233, 228)")
    picture(visit, "page-catalogue-dark")


def test_errors_and_emptiness_say_what_to_do(visit: Visit) -> None:
    def refuse(route: Route) -> None:
        told = {"code": "source_unavailable", "message": "The database is away.", "hint": "Start it."}
        route.fulfill(status=503, json={"error": told})

    visit.page.route("**/meaning", refuse)
    visit.page.goto("/data/")
    nothing = visit.page.locator(".catalogue-nothing")
    expect(nothing).to_contain_text("The database is away.")
    expect(nothing).to_contain_text("Start it.")
    visit.page.unroute("**/meaning")
    visit.press("Try again")
    expect(visit.page.locator(".catalogue-card")).to_have_count(7)
    visit.page.goto("/data/00000000-0000-4000-8000-000000000000")
    expect(nothing).to_contain_text("There is no such source.")
    visit.page.route("**/api/sources", lambda route: route.fulfill(json=[]))
    visit.page.goto("/data/")
    expect(nothing).to_contain_text("There is no data yet.")
    visit.complaints.clear()  # the browser itself complains about a 503


def test_many_tables_come_a_few_at_a_time(visit: Visit, workspace: Path) -> None:
    path = workspace / "wide.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE hub (hub_id INTEGER PRIMARY KEY, name TEXT)")
        for number in range(60):
            connection.execute(f"CREATE TABLE leaf{number} (id INTEGER PRIMARY KEY, hub_id INTEGER REFERENCES hub)")
        connection.commit()
    visit.arrive()
    _, made = visit.page.evaluate(_SEND, ["POST", "/api/sources", {"spec": str(path), "name": "Wide"}])
    open_catalogue(visit, made["id"])
    expect(visit.page.locator(".catalogue-card")).to_have_count(40)
    expect(visit.page.locator("#catalogue-legend")).to_contain_text("Drawn are the 30 tables")
    visit.press("Show more tables")
    expect(visit.page.locator(".catalogue-card")).to_have_count(61)
    expect(visit.page.locator(".catalogue-card").nth(40)).to_be_focused()
    visit.page.goto("/")
    remove_added(visit)
