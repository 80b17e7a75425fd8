"""The page of the language model: choosing one, its key, its cost, files, and an answer that names it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from answerable import sample
from answerable.providers.files.model_catalogue import model_catalogue
from tests.hybrid.scripted_model import proposal
from tests.providers.scripted_server import Received, ScriptedReply, ScriptedServer
from tests.providers.wire import OpenAIWire
from tests.web.browser.conftest import visits
from tests.web.browser.pictures import picture
from tests.web.browser.visiting import MILLISECONDS, Visit
from tests.web.serving import Server, serving

KEY = "sk-CANARY-0246813579abcdef"
VAGUE = "which nations brought us how much from stuff that is still going"
SQL = "SELECT country, COUNT(*) AS customers FROM customers GROUP BY country"
SMALL = "qwen2.5-coder-0.5b"
PRICE = '[models.prices."openai-compatible:big-70b"]\nprompt = 2.5\nreply = 10.0\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    sample.write_sqlite(folder / "shop.db")
    settings = f'asks_per_minute = 600\n[models]\nfolder = "{folder / "files"}"\n{PRICE}'
    (folder / "answerable.toml").write_text(settings)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder, "--source", "shop.db") as running:
        yield running


@pytest.fixture(scope="module")
def signed_in(server: Server, browser: Browser) -> dict[str, object]:
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
    yield from visits(server, browser, storage_state=signed_in, locale="en-US")


@pytest.fixture
def provider() -> Iterator[ScriptedServer]:
    wire = OpenAIWire()

    def reply(received: Received) -> ScriptedReply:
        return wire.text("ready") if "check a connection" in received.text else wire.text(proposal(SQL))

    with ScriptedServer(reply) as scripted:
        yield scripted


def open_page(visit: Visit) -> Visit:
    visit.page.goto("/models/")
    expect(visit.page.locator("#models-choice form")).to_be_visible()
    return visit


def choose(visit: Visit, provider: ScriptedServer) -> None:
    page = visit.page
    page.get_by_label("Who answers").select_option("openai-compatible")
    page.get_by_label("Model", exact=True).fill("big-70b")
    page.get_by_label("Address").fill(f"{provider.url}/v1")
    page.get_by_label("Key", exact=True).fill(KEY)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#models-choice .said")).to_contain_text("Saved. openai-compatible:big-70b answers")


def give_up(visit: Visit) -> None:
    open_page(visit).press("As the server has it")
    expect(visit.page.locator("#models-in-use")).to_contain_text("No language model is in use")


def test_a_model_is_chosen_tried_and_named_by_an_answer(visit: Visit, provider: ScriptedServer, folder: Path) -> None:
    visit.arrive()
    visit.page.get_by_role("link", name="Language model").click()
    expect(visit.page.locator("#models-in-use")).to_contain_text("No language model is in use")
    expect(visit.page.locator("#models-usage")).to_contain_text("Nothing in the last 30 days")
    choose(visit, provider)
    expect(visit.page.locator("#models-in-use")).to_contain_text("In use: openai-compatible:big-70b")
    expect(visit.page.get_by_label("Key", exact=True)).to_have_value("")
    expect(visit.page.locator("#models-key-hint")).to_contain_text("A key is stored")
    visit.press("Try the model in use")
    expect(visit.page.locator("#models-choice .said")).to_contain_text("replied: 1 call, 150 tokens")
    assert f"Bearer {KEY}" in provider.requests[0].headers.values()
    visit.page.goto("/")
    visit.answer(VAGUE)
    visit.result.get_by_text("How this was computed").click()
    told = visit.result.locator(".computed")
    expect(told).to_contain_text("Language model")
    expect(told).to_contain_text("Asked openai-compatible:big-70b: calls 1, tokens 150, US dollars 0.0006")
    expect(told).to_contain_text("0 rows were in its prompts")
    picture(visit, "page-model-answer")
    visit.result.get_by_role("link", name="Record of this answer").click()
    asked = visit.page.locator(".audit-what", has_text="The language model was asked")
    expect(asked).to_have_count(1)
    open_page(visit)
    table = visit.page.locator("#models-usage table")
    expect(table.locator("tbody tr")).to_have_count(1)
    expect(table.locator("tbody")).to_contain_text("openai-compatible:big-70b")
    expect(table.locator("tfoot")).to_contain_text("$0.0012")
    picture(visit, "page-models")
    kept = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".db-shm"]
    assert [path.name for path in kept if KEY.encode() in path.read_bytes()] == []
    visit.press("Forget the key")
    expect(visit.page.locator("#models-choice .said")).to_contain_text("The key is forgotten")
    give_up(visit)


def test_limits_are_lowered_and_kept(visit: Visit) -> None:
    open_page(visit)
    visit.page.get_by_label("Who answers").select_option("anthropic")
    visit.page.get_by_label("Model", exact=True).fill("claude-haiku-4-5")
    visit.page.get_by_label("Where it gives no reply").fill("openai:gpt-5-mini")
    visit.page.get_by_label("What it may see").select_option("values")
    visit.page.get_by_text("Limits", exact=True).click()
    visit.page.get_by_label("US dollars for a day").fill("1.5")
    visit.page.get_by_label("Model", exact=True).press("Enter")
    expect(visit.page.locator("#models-choice .said")).to_contain_text("Saved.")
    expect(visit.page.locator("#models-key-hint")).to_contain_text("A key is needed")
    open_page(visit)
    expect(visit.page.get_by_label("US dollars for a day")).to_have_value("1.5")
    expect(visit.page.locator("#models-in-use")).to_contain_text("Where it gives no reply: openai:gpt-5-mini, then")
    expect(visit.page.get_by_label("What it may see")).to_have_value("values")
    visit.press("Try the model in use")
    expect(visit.page.locator("#models-choice .said.bad")).to_contain_text("There is no key")
    visit.complaints.clear()  # the browser itself complains about a 422
    give_up(visit)


def test_files_show_how_far_they_are_and_are_used(visit: Visit, folder: Path) -> None:
    entry = model_catalogue()[SMALL]
    partial = folder / "files" / f"{entry.file}.part"
    partial.parent.mkdir(exist_ok=True)
    row = visit.page.locator(".models-file", has_text=SMALL)
    with partial.open("wb") as file:
        file.write(b"GGUF")
        file.truncate(entry.size // 2)
        fcntl.flock(file, fcntl.LOCK_EX)
        open_page(visit)
        expect(row.get_by_role("progressbar")).to_be_visible()
        expect(row).to_contain_text("50%")
        file.truncate(entry.size)
        partial.rename(partial.with_suffix(""))
    use = row.get_by_role("button", name="Use")
    expect(use).to_be_visible()
    use.press("Enter")
    expect(row).to_contain_text("in use")
    expect(visit.page.locator("#models-in-use")).to_contain_text(f"In use: local:{SMALL}")
    give_up(visit)
    partial.with_suffix("").unlink()


def test_a_pull_that_fails_says_why_where_it_was_pressed(visit: Visit) -> None:
    page = visit.page
    open_page(visit)
    page.route("**/api/models/pull", lambda route: route.fulfill(status=202, json=_failed()))
    page.locator(".models-file", has_text=SMALL).get_by_role("button", name="Fetch").click()
    expect(page.locator(".models-file .said.bad")).to_contain_text("The disk has no room. Make room.")


def _failed() -> list[dict[str, object]]:
    common = {"bytes": 10**6, "bytes_here": 0, "is_here": False, "is_pulling": False, "memory_gb": 1, "licence": "X"}
    return [{**common, "name": SMALL, "problem": "The disk has no room. Make room."}]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_a_phone_in_korean(server: Server, browser: Browser, signed_in: dict[str, object], theme: str) -> None:
    phone: dict[str, object] = {"viewport": {"width": 360, "height": 740}, "color_scheme": theme, "locale": "ko-KR"}
    for visit in visits(server, browser, storage_state=signed_in, **phone):
        open_page(visit)
        expect(visit.page.locator("h1")).to_have_text("언어 모델")
        expect(visit.page.locator("#models-in-use")).to_contain_text("사용 중인 언어 모델이 없습니다")
        visit.page.get_by_label("누가 답변하나요").select_option("openai-compatible")
        expect(visit.page.get_by_label("주소")).to_be_visible()
        picture(visit, f"phone-models-{theme}")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
