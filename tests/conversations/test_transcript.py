"""Messages say something, stay as they are, and become the turns a question may lean on."""

from __future__ import annotations

import pyarrow as pa
import pytest

from answerable.conversations.models import Message, QueryRequest
from answerable.conversations.services.transcript import add_message, turns
from answerable.language import Turn
from tests.conversations import people
from tests.conversations.answers import answer

pytestmark = pytest.mark.django_db


def test_the_first_message_is_the_users() -> None:
    session = people.session()
    with pytest.raises(ValueError, match="first message"):
        add_message(session, "assistant", "Hello.")
    add_message(session, "user", "Hello?")
    add_message(session, "assistant", "Hello.")


@pytest.mark.parametrize("content", ["", "  \n"])
def test_a_message_says_something(content: str) -> None:
    with pytest.raises(ValueError, match="says something"):
        add_message(people.session(), "user", content)


def test_only_the_assistant_calls_tools() -> None:
    session = people.session()
    with pytest.raises(ValueError, match="calls tools"):
        Message.objects.create(session=session, role="user", content="hi", tool_calls=[{"tool_name": "sql.run"}])


def test_a_message_never_changes() -> None:
    message = add_message(people.session(), "user", "how many orders?")
    message.content = "something else"
    for change in (
        message.save,
        message.delete,
        Message.objects.all().delete,
        lambda: Message.objects.update(content="x"),
        lambda: Message.objects.bulk_update([message], ["content"]),
    ):
        with pytest.raises(TypeError, match="never changes"):
            change()
    assert Message.objects.get().content == "how many orders?"


def test_turns_are_the_answered_questions_among_the_last_ten_messages() -> None:
    from answerable.conversations.services.store_result import keep

    session = people.session()
    for number in range(7):
        request = people.request(session, f"question {number}")
        if number != 4:
            keep(people.query(request), answer(pa.table({"n": [number]}), sql=f"SELECT {number}"))
            QueryRequest.objects.filter(pk=request.pk).update(status="completed")
        add_message(session, "assistant", f"answer {number}", request)
    assert turns(session) == tuple(Turn(f"question {number}", f"SELECT {number}") for number in (2, 3, 5, 6))
