"""A visitor of the page, in the words of what people do there."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

from tests.waiting import PATIENCE

__all__ = ["MILLISECONDS", "REMEMBER_TOASTS", "Visit"]

MILLISECONDS = 1_000 * PATIENCE
expect.set_options(timeout=MILLISECONDS)

REMEMBER_TOASTS = """
window.toasts = [];
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes]))
    if (node.classList?.contains("toast")) window.toasts.push(node.textContent);
}).observe(document, {childList: true, subtree: true});
"""
"""A toast goes away by itself, maybe before a busy machine has looked for it."""
_HEARD = """(words) => {
  const at = window.toasts.findIndex((toast) => toast.includes(words));
  return window.toasts.splice(0, at + 1).length > 0;
}"""


@dataclass
class Visit:
    page: Page
    complaints: list[str] = field(default_factory=list)
    """What the page said on the console as an error, and what it threw."""

    def arrive(self, path: str = "/") -> Visit:
        self.page.goto(path)
        expect(self.page.locator("#role")).not_to_be_empty()
        return self

    @property
    def box(self) -> Locator:
        return self.page.locator("#question")

    @property
    def turn(self) -> Locator:
        """The latest question and what came of it."""
        return self.page.locator(".turn").last

    @property
    def preview(self) -> Locator:
        return self.turn.locator(".preview-card")

    @property
    def result(self) -> Locator:
        return self.turn.locator(".result-card")

    @property
    def sentence(self) -> Locator:
        return self.result.locator(".answer-sentence")

    def ask(self, question: str) -> Locator:
        """The query that waits for approval."""
        self.box.fill(question)
        self.box.press("Enter")
        expect(self.turn.locator(".turn-question")).to_have_text(question)
        expect(self.approve_button).to_be_visible()
        return self.preview

    @property
    def approve_button(self) -> Locator:
        return self.turn.get_by_role("button", name="Approve and run")

    def approve(self) -> Locator:
        self.approve_button.click()
        expect(self.result).to_be_visible()
        return self.result

    def answer(self, question: str) -> Locator:
        self.ask(question)
        return self.approve()

    def rows(self) -> list[list[str]]:
        """The cells of the table as they are read."""
        return [row.locator("td").all_inner_texts() for row in self.result.locator("tbody tr").all()]

    def hear(self, words: str) -> None:
        """A toast with these words was shown since the last that was heard."""
        self.page.wait_for_function(_HEARD, arg=words)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
