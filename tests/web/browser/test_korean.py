"""The page in Korean, walked from signing in to the record: what is not data is Korean, from the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from answerable.web.pages.page_words import words
from tests.web.browser.conftest import visits
from tests.web.browser.sources import open_panel
from tests.web.browser.visiting import Visit
from tests.web.serving import Server

DATA = (
    ".sql, td, th, svg, code, kbd, .who-name, #source-names, .source-name, .source-words .hint, .schema, .audit-raw, "
    ".session-open"
)
_SEEN = """(left) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const found = [];
  const shown = (element) => element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const name = (node) => ["aria-label", "title", "placeholder"].map((key) => node.getAttribute(key));
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.nodeType === 3 ? node.parentElement : node;
    if (element.closest(`script, style, noscript, ${left}`) || !shown(element)) continue;
    found.push(...(node.nodeType === 3 ? [node.textContent] : name(node)));
  }
  return found.filter((text) => text?.trim());
}"""
_ENGLISH = re.compile(r"(?:\b[A-Za-z][A-Za-z'’-]*[ ,;:]+){2,}[A-Za-z]")
"""Three words in a row; names of tables and columns are data wherever they stand."""
_NAMES = re.compile(r"customers, monthly_targets, order_lines, orders, products|“[^”]*”")
_PATTERNS = [re.sub(r"\\\{\w+\\\}", ".*", re.escape(text)) for text in words("ko").values() if re.search(r"\w", text)]
_KNOWN = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))
_DAY = re.compile(r"(?:\d{4}년 )?\d{1,2}월 \d{1,2}일")
"""The browser writes it, above the conversations of that day."""
_WHOLE = {text for text in words("ko").values() if "{" not in text}


@pytest.fixture
def korean(server: Server, browser: Browser, signed_in: dict[str, object]) -> Iterator[Visit]:
    yield from visits(server, browser, storage_state=signed_in, locale="ko-KR")


@pytest.fixture
def stranger(server: Server, browser: Browser) -> Iterator[Visit]:
    yield from visits(server, browser, locale="ko-KR")


def english(visit: Visit) -> set[str]:
    """What can be read on the page as it stands, is no data, and is English."""
    seen = visit.page.evaluate(_SEEN, DATA)
    assert any(re.search("[가-힣]", text) for text in seen)
    return {text.strip() for text in seen if _ENGLISH.search(_NAMES.sub("", text)) and text.strip() not in _WHOLE}


def unknown(visit: Visit, selector: str) -> set[str]:
    """Texts of these elements that no entry of the catalogue can have written, and that are no day."""
    texts = [text.strip() for text in visit.page.locator(selector).all_inner_texts()]
    return {text for text in texts if text and not (_KNOWN.fullmatch(text) or _DAY.fullmatch(text))}


def test_signing_in(stranger: Visit) -> None:
    for path in ("/sign-in/", "/sign-in/?next=/c/1&problem=signed_out", "/sign-in/link/?key=old", "/nowhere"):
        stranger.page.goto(path)
        assert english(stranger) == set(), path
    stranger.page.goto("/sign-in/")
    stranger.page.locator("#username").fill("nobody")
    stranger.page.locator("#password").fill("wrong")
    stranger.page.locator("button[type=submit]").click()
    expect(stranger.page.get_by_role("alert")).to_be_visible()
    assert english(stranger) == set()
    stranger.complaints.clear()  # the browser itself says what was refused


def test_the_welcome_the_panel_and_the_dialogs(korean: Visit) -> None:
    korean.arrive()
    expect(korean.page.locator(".welcome .chip").first).to_be_visible()
    assert english(korean) == set()
    open_panel(korean)
    korean.page.locator("#sources-panel summary").first.click()
    expect(korean.page.locator(".schema")).to_be_visible()
    assert english(korean) == set()
    assert unknown(korean, "button:visible, .panel-part > h3, h1, h2") == {"shop.db"} | unknown(korean, ".chip")


def test_conversations_stand_below_their_day(korean: Visit) -> None:
    days = ("2026-03-05", "2026-03-04", "2026-01-01", "2025-11-23")
    korean.page.route("**/api/sessions?*", lambda route: route.fulfill(json=[_conversation(day) for day in days]))
    korean.page.clock.set_fixed_time(f"{days[0]}T12:00:00Z")
    korean.arrive()
    today, yesterday = words("ko")["today"], words("ko")["yesterday"]
    expect(korean.page.locator(".sessions h2")).to_have_text([today, yesterday, "1월 1일", "2025년 11월 23일"])
    assert unknown(korean, ".sessions h2") == set()


def _conversation(day: str) -> dict[str, str]:
    return {"session_id": str(uuid4()), "title": "주문", "status": "active", "last_activity_at": f"{day}T12:00:00Z"}


def test_a_question_from_the_box_to_the_record(korean: Visit) -> None:
    korean.arrive()
    korean.box.fill("2025년 월별 총 매출")
    korean.box.press("Enter")
    approve = korean.turn.get_by_role("button", name="승인하고 실행")
    expect(approve).to_be_visible()
    assert english(korean) == set()
    korean.turn.get_by_role("button", name=words("ko")["edit"], exact=True).click()
    korean.turn.locator("textarea").fill("SELECT 1 AS one")
    assert english(korean) == set()
    korean.turn.locator("textarea").press("Escape")
    approve.click()
    expect(korean.result.locator(".chart[data-drawn]")).to_be_visible()
    for fold in korean.result.locator("summary").all():
        fold.click()
    assert english(korean) == set()
    korean.result.get_by_role("button", name=words("ko")["recheck"]).click()
    expect(korean.result.get_by_text(words("ko")["verdict_same"])).to_be_visible()
    assert english(korean) == set()
    korean.result.get_by_role("link", name=words("ko")["audit_of_answer"]).click()
    expect(korean.page.locator("#timeline li").first).to_be_visible()
    korean.page.locator("#verify").click()
    expect(korean.page.locator("#verified")).not_to_have_text(words("ko")["audit_verifying"])
    assert english(korean) == set()


def test_a_question_asked_back_and_one_that_fails(korean: Visit) -> None:
    korean.arrive()
    korean.box.fill("최고의 고객을 보여줘")
    korean.box.press("Enter")
    expect(korean.turn.locator(".clarification-card, .error-card, .preview-card")).to_be_visible()
    assert english(korean) == set()
    korean.box.fill("가나다라 마바사")
    korean.box.press("Enter")
    expect(korean.turn.locator(".clarification-card, .error-card, .preview-card")).to_be_visible()
    assert english(korean) == set()
    korean.page.locator(".session-more").first.click()
    assert english(korean) == set()
