"""The error tree: drawn as it is, each with an exit code, each message one line."""

from __future__ import annotations

import pytest

from answerable.kernel import errors
from answerable.kernel.errors import AnswerableError, BadSource


def test_every_error_is_drawn_in_the_tree() -> None:
    for name in errors.__all__:
        assert name in (errors.__doc__ or "")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("BadQuestion", 2),
        ("BadSource", 2),
        ("BadSetting", 2),
        ("Refused", 3),
        ("NeedsClarification", 4),
        ("QueryFailed", 5),
        ("SourceUnavailable", 5),
        ("AuditUnavailable", 5),
    ],
)
def test_the_exit_code_says_who_must_act(name: str, code: int) -> None:
    kind: type[AnswerableError] = getattr(errors, name)
    assert kind.exit_code == code


def test_a_message_is_one_line_without_control_characters() -> None:
    error = BadSource("no\nsuch\tfile \x1b[31mred", hint=" try\r\nagain ")
    assert error.line() == "no such file [31mred try again"
