"""A question on the page, from the box to the answer."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser.visiting import Visit

BY_MONTH = "total revenue by month in 2025"
MONTHS = [f"2025-{month:02}" for month in range(1, 13)]


def test_a_suggestion_is_asked_approved_and_answered(visit: Visit) -> None:
    visit.arrive()
    chip = visit.page.locator(".welcome .chip").first
    question = chip.inner_text()
    chip.click()
    expect(visit.turn.locator(".turn-question")).to_have_text(question)
    visit.approve()
    expect(visit.sentence).not_to_be_empty()
    expect(visit.page.locator(".sessions [aria-current=page]")).to_have_text(question)
    expect(visit.page).to_have_url(re.compile("/c/[0-9a-f-]{36}$"))


def test_the_query_is_shown_in_words_and_as_sql_before_it_runs(visit: Visit) -> None:
    preview = visit.arrive().ask(BY_MONTH)
    expect(preview.locator(".preview-words")).to_contain_text("total of revenue")
    expect(preview.locator(".facts")).to_contain_text("on shop.db")
    expect(preview.locator(".sql .word").first).to_have_text("SELECT")
    assert '\nFROM "orders"\nWHERE' in preview.locator(".sql").inner_text()
    expect(visit.result).to_have_count(0)


def test_an_answer_has_its_sentence_table_chart_and_how_it_was_computed(visit: Visit) -> None:
    result = visit.arrive().answer(BY_MONTH)
    expect(visit.sentence).to_contain_text("2025-12")
    assert [row[0] for row in visit.rows()] == MONTHS
    expect(result.locator(".chart[data-drawn=line] svg")).to_be_visible()
    result.get_by_text("How this was computed").click()
    expect(result.locator(".computed dd", has_text="orders").first).to_be_visible()
    expect(result.locator(".computed .sql")).to_contain_text("GROUP BY")
    expect(result.get_by_text("The built-in engine", exact=False)).to_be_visible()
    result.locator(".trust summary").click()
    expect(result.locator(".trust-reasons")).to_contain_text("Confidence")


def test_a_figure_of_the_sentence_points_at_its_cell(visit: Visit) -> None:
    result = visit.arrive().answer(BY_MONTH)
    figure = result.locator(".figure:not(.label)").first
    figure.click()
    expect(result.locator("td.pointed")).to_have_text(figure.inner_text())


def test_the_same_data_can_be_drawn_in_other_ways(visit: Visit) -> None:
    result = visit.arrive().answer(BY_MONTH)
    expect(result.locator(".chart[data-drawn=line]")).to_be_visible()
    result.get_by_role("button", name="Bars").click()
    expect(result.locator(".chart[data-drawn=bar] svg")).to_be_visible()
    result.get_by_role("button", name="Table only").click()
    expect(result.locator(".chart")).to_be_hidden()


def test_edited_sql_runs_instead_and_is_not_vouched_for(visit: Visit) -> None:
    visit.arrive().ask("how many orders are there?")
    visit.preview.get_by_role("button", name="Edit").click()
    editor = visit.preview.get_by_label("SQL to edit")
    editor.fill("SELECT COUNT(*) AS shipped FROM orders WHERE status = 'shipped'")
    editor.press("Control+Enter")
    expect(visit.result.locator("th")).to_have_text("shipped")
    expect(visit.result.locator(".trust.unverified")).to_be_visible()
    expect(visit.result.locator(".edited-badge")).to_have_text("SQL edited by a person")
    expect(visit.result.locator(".answer-sentence")).to_have_text("The edited query returned 1 row.")
    visit.page.reload()
    expect(visit.result.locator(".edited-badge")).to_be_visible()


def test_edited_sql_that_would_change_data_is_refused(visit: Visit) -> None:
    visit.arrive().ask("how many orders are there?")
    visit.preview.get_by_role("button", name="Edit").click()
    visit.preview.get_by_label("SQL to edit").fill("DELETE FROM orders")
    visit.approve_button.click()
    expect(visit.turn.locator(".error-card")).to_contain_text("may not run")
    expect(visit.result).to_have_count(0)


def test_a_cancelled_query_does_not_run(visit: Visit) -> None:
    visit.arrive().ask(BY_MONTH)
    visit.preview.get_by_role("button", name="Cancel").click()
    expect(visit.turn.locator(".turn-note")).to_contain_text("Cancelled")
    expect(visit.approve_button).to_have_count(0)
    expect(visit.result).to_have_count(0)


def test_a_question_with_several_readings_is_asked_back(visit: Visit) -> None:
    visit.arrive()
    visit.box.fill("show me the best customers")
    visit.box.press("Enter")
    card = visit.turn.locator(".clarification-card")
    expect(card.locator(".reading")).not_to_have_count(0)
    card.locator(".reading summary").first.click()
    sql = card.locator(".reading .sql").first.inner_text()
    card.locator(".reading-pick").first.click()
    expect(visit.preview.locator(".sql")).to_have_text(sql)
    visit.approve()
    visit.result.get_by_text("How this was computed").click()
    expect(visit.result.get_by_text("the reading you picked")).to_be_visible()
    turn = visit.page.locator(".turn").last
    expect(turn.locator(".turn-question")).to_have_text("show me the best customers")
    expect(turn.locator(".turn-reading")).to_contain_text("Reading picked:")


def test_a_number_key_picks_a_reading_and_one_approval_runs_it(visit: Visit) -> None:
    visit.arrive()
    decisions: list[str] = []
    visit.page.on("request", lambda sent: decisions.append(sent.url) if sent.url.endswith("/confirm") else None)
    visit.box.fill("show me the best customers")
    visit.box.press("Enter")
    card = visit.turn.locator(".clarification-card")
    expect(card.locator(".reading-pick").first).to_be_focused()
    second = card.locator(".reading-pick").nth(1).locator("span").last.inner_text()
    visit.page.keyboard.press("2")
    expect(visit.turn.locator(".turn-reading")).to_contain_text(second)
    visit.approve()
    assert len(decisions) == 1


def test_a_number_in_the_box_picks_and_other_words_are_typed_there(visit: Visit) -> None:
    visit.arrive()
    visit.box.fill("show me the best customers")
    visit.box.press("Enter")
    expect(visit.turn.locator(".reading-pick").first).to_be_focused()
    visit.page.keyboard.type("how")
    expect(visit.box).to_have_value("how")
    visit.box.fill("1")
    visit.box.press("Enter")
    expect(visit.turn.locator(".turn-reading")).to_be_visible()
    expect(visit.approve_button).to_be_visible()


def test_a_long_wait_shows_that_something_is_going_on(visit: Visit) -> None:
    visit.arrive()
    visit.page.route("**/api/chat", lambda route: None)
    visit.box.fill("how many orders are there?")
    visit.box.press("Enter")
    expect(visit.turn.locator(".status progress:indeterminate")).to_be_visible()
    expect(visit.turn.locator(".status")).to_contain_text("Esc stops it")
    visit.page.keyboard.press("Escape")


def test_files_are_named_by_their_question(visit: Visit) -> None:
    result = visit.arrive().answer(BY_MONTH)
    expect(result.locator(".chart[data-drawn]")).to_be_visible()
    named = []
    for item in ("Rows as CSV", "Chart as PNG", "Receipt of this answer"):
        result.get_by_role("button", name="Save").click()
        with visit.page.expect_download() as download:
            result.get_by_role("menuitem", name=item).click()
        named.append(re.sub(r"\d{4}-\d\d-\d\d", "DAY", download.value.suggested_filename))
    base = "total-revenue-by-month-in-2025-DAY"
    assert named == [f"{base}.csv", f"{base}.png", f"{base}.receipt.json"]


def test_a_chart_says_how_many_bars_it_shows(visit: Visit) -> None:
    result = visit.arrive().answer("total revenue by city")
    expect(result.locator(".chart figcaption")).to_contain_text(re.compile(r"20 of [\d,]+ shown"))


def test_a_follow_up_leans_on_the_question_before(visit: Visit) -> None:
    visit.arrive().answer(BY_MONTH)
    visit.answer("what about 2024?")
    assert [row[0] for row in visit.rows()] == [month.replace("2025", "2024") for month in MONTHS]
    expect(visit.page.locator(".turn")).to_have_count(2)


def test_a_question_that_means_nothing_says_what_to_do(visit: Visit) -> None:
    visit.arrive()
    visit.box.fill("zxqv frobnicate")
    visit.box.press("Enter")
    expect(visit.turn.locator(".clarification-card, .error-card")).to_be_visible()
    expect(visit.turn).to_contain_text("again")
