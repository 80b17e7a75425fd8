"""What a model does with the sample shop: one plain call, then three questions from the words to the answer."""

from __future__ import annotations

import time
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any

from answerable.agent import ask, say_yes
from answerable.cli.output_language import output_language
from answerable.kernel.errors import AnswerableError
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.workspace import Workspace
from answerable.providers.chat_model import TokenUsage
from answerable.providers.open_model import open_model
from answerable.providers.spend.usage_ledger import UsageLedger
from answerable.providers.try_model_call import try_call
from answerable.sample import ensure

if TYPE_CHECKING:
    from pathlib import Path

    from answerable.cli.progress import ProgressLine
    from answerable.kernel.settings import Settings
    from answerable.providers.model_settings import ModelSettings

__all__ = ["ModelTrial", "try_model"]

QUESTIONS = (
    "how many customers are in Germany?",
    "which products were returned most often in 2025?",
    "average revenue per order by channel since January 2025",
)
_TODAY = date(2026, 11, 1)


@dataclass(frozen=True, slots=True)
class TriedQuestion:
    question: str
    answer: str
    """Or why there is none."""
    is_answered: bool
    sql: str
    path: str
    """Which way the SQL was made."""
    seconds: float


@dataclass(frozen=True, slots=True)
class ModelTrial:
    model: str
    reply: str
    call: TokenUsage
    """Of the plain call."""
    questions: tuple[TriedQuestion, ...]
    total: TokenUsage
    """Of the plain call and the questions."""

    @property
    def failed(self) -> bool:
        return not all(one.is_answered for one in self.questions)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def try_model(settings: Settings, models: ModelSettings, progress: ProgressLine) -> ModelTrial:
    """Raises ModelUnavailable where the plain call gets no reply."""
    home = Workspace.at(settings.workspace).make()
    ledger = UsageLedger.of(home)
    before = ledger.of_day("default")
    progress(f"Calling {settings.engine}")
    model = open_model(settings.engine, models, workspace=home)
    reply = try_call(model, models.call_seconds)
    shop = ensure(home.root)
    tried = []
    for question in QUESTIONS:
        progress(question)
        tried.append(_try_question(question, shop, settings))
    after = ledger.of_day("default")
    return ModelTrial(reply.model, reply.text.strip(), reply.usage, tuple(tried), _difference(after, before))


def _try_question(question: str, shop: Path, settings: Settings) -> TriedQuestion:
    began = time.monotonic()
    try:
        answer = ask(question, shop, settings=settings, approve=say_yes, today=_TODAY)
    except AnswerableError as error:
        return TriedQuestion(question, error.line(output_language()), False, "", "", time.monotonic() - began)
    return TriedQuestion(question, answer.text, True, answer.sql, answer.path, time.monotonic() - began)


def _difference(after: TokenUsage, before: TokenUsage) -> TokenUsage:
    return TokenUsage(
        after.calls - before.calls,
        after.prompt_tokens - before.prompt_tokens,
        after.reply_tokens - before.reply_tokens,
        after.seconds - before.seconds,
        after.cost - before.cost,
    )
