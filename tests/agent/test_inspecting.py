"""What can be asked first is in the asker's language, and is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from answerable.agent.inspect_source import first_questions
from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from tests.agent.shop import make_shop, shop_context


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_first_questions_are_answered_in_their_language(lang: str, tmp_path: Path) -> None:
    make_shop(tmp_path)
    with shop_context(tmp_path) as run_context:
        questions = first_questions(run_context, lang)
        assert len(questions) == 3
        for question in questions:
            assert bool(re.search("[가-힣]", question)) == (lang == "ko")
            assert answer_of(Agent(run_context).ask(Question(question, lang))).table.num_rows > 0
