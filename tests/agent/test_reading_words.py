"""What a translator says of its query in words is what the answer explains itself with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from answerable.agent import Agent, Question, answer_of
from answerable.agent.stages.restored_reading import reading_from_state, reading_to_state
from answerable.kernel.messages import msg
from answerable.kernel.schema import DatabaseSchema
from answerable.language.translation import Candidate, Context, Translation
from tests.agent.shop import make_shop, shop_context

SQL = "SELECT COUNT(*) AS orders FROM orders"
WORDS = msg("described.count", rows="orders")
READING = Translation((Candidate(SQL, 0.9, WORDS), Candidate("SELECT 1", 0.1)), "embedded")


@dataclass(frozen=True)
class WordedTranslator:
    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        return READING


def test_words_survive_a_checkpoint() -> None:
    assert reading_from_state(reading_to_state(READING)).candidates == READING.candidates


def test_reading_of_an_older_checkpoint_has_no_words() -> None:
    older = {name: value for name, value in reading_to_state(READING).items() if name != "words"}
    assert [one.words for one in reading_from_state(older).candidates] == [None, None]


@pytest.mark.parametrize(("lang", "said"), [("en", "number of orders"), ("ko", "주문 수")])
def test_answer_is_explained_in_the_translators_words(tmp_path: Path, lang: str, said: str) -> None:
    make_shop(tmp_path)
    with shop_context(tmp_path, translator=WordedTranslator()) as run_context:
        answer = answer_of(Agent(run_context).ask(Question("orders", lang)))
    assert answer.explanation == said
