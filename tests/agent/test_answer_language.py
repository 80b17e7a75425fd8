"""A question is answered in its own language, unless another was chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from answerable import ask
from answerable.answers.answer import Answer
from answerable.kernel.settings import Settings

KOREAN, ENGLISH = "지난 분기 매출", "revenue last quarter"


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "orders.csv"
    path.write_text("customer,order_date,revenue\na,2026-01-02,10\nb,2026-08-01,5\n")
    return path


def sentences(answer: Answer) -> list[str]:
    provenance = answer.provenance
    return [answer.text, answer.explanation, *provenance.assumptions, *provenance.caveats, *answer.trust.reasons]


@pytest.mark.parametrize(
    ("question", "language", "is_korean"),
    [(KOREAN, "auto", True), (ENGLISH, "auto", False), (ENGLISH, "ko", True), (KOREAN, "en", False)],
)
def test_every_sentence_is_in_one_language(orders: Path, question: str, language: str, is_korean: bool) -> None:
    answer = ask(question, orders, settings=Settings(language=language, confirm="never"))
    own_words = [re.sub("'[^']*'", "", sentence) for sentence in sentences(answer)]
    assert [bool(re.search("[가-힣]", words)) for words in own_words] == [is_korean] * len(own_words)
