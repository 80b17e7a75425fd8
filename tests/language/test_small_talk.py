"""Greetings and thanks are answered as such; questions about data are not taken for them."""

from __future__ import annotations

import pytest

from answerable.language.question.small_talk import small_talk


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Hello!", "talk.hello"),
        ("hi there :)", "talk.hello"),
        ("안녕하세요?", "talk.hello"),
        ("What can you do?", "talk.abilities"),
        ("도와주세요", "talk.abilities"),
        ("Thanks a lot!!", "talk.thanks"),
        ("고마워요", "talk.thanks"),
        ("bye", "talk.bye"),
    ],
)
def test_small_talk_gets_its_reply(text: str, code: str) -> None:
    said = small_talk(text)

    assert said is not None and said.code == code


@pytest.mark.parametrize(
    "text", ["how many orders", "orders called hello", "thanks for showing total revenue by month", "cool products", ""]
)
def test_a_question_is_no_small_talk(text: str) -> None:
    assert small_talk(text) is None
