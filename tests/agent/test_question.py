"""What may be asked."""

from __future__ import annotations

import pytest

from answerable.agent import Question
from answerable.kernel.errors import BadQuestion


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "a", " a ", "?!", "x" * 1001])
def test_a_question_that_cannot_be_one_is_refused(text: str) -> None:
    with pytest.raises(BadQuestion) as caught:
        Question(text)
    assert caught.value.exit_code == 2
    assert caught.value.hint


@pytest.mark.parametrize("text", ["hi", "x" * 1000, "매출", "how many orders?"])
def test_a_question_within_the_limits_is_taken(text: str) -> None:
    assert Question(text).text == text


def test_each_question_has_its_own_request_id() -> None:
    assert Question("one two").request_id != Question("one two").request_id
