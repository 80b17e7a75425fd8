"""A message is a value: equal, hashable, and the same after JSON."""

from __future__ import annotations

import json
import pickle

from answerable.kernel.errors import BadSource, QueryStopped
from answerable.kernel.messages import CodedMessage, as_message, msg, verbatim

NESTED = msg("tests.outer", count=3, share=0.5, inner=msg("tests.inner", name="orders"), names=("a", verbatim("b")))


def test_messages_of_one_code_and_parameters_are_equal() -> None:
    assert msg("tests.pair", a=1, b="x") == msg("tests.pair", b="x", a=1)
    assert len({msg("tests.pair", a=1), msg("tests.pair", a=1), msg("tests.pair", a=2)}) == 2


def test_a_message_survives_json() -> None:
    assert CodedMessage.from_json(json.loads(json.dumps(NESTED.as_json()))) == NESTED


def test_text_of_others_is_rendered_as_it_is() -> None:
    assert verbatim("no such column: {x}").render("ko") == "no such column: {x}"
    assert as_message("plain") == verbatim("plain")


def test_empty_text_says_nothing() -> None:
    assert not verbatim("")
    assert msg("tests.pair")


def test_an_error_is_one_line_whatever_its_parameters_hold() -> None:
    error = BadSource(msg("verbatim.text", text="no\nsuch\tfile"), hint=verbatim(" try\r\nagain "))
    assert (str(error), error.hint, error.line("ko")) == ("no such file", "try again", "no such file try again")


def test_an_error_carries_its_messages_through_pickle() -> None:
    error = pickle.loads(pickle.dumps(BadSource(NESTED, hint=verbatim("again"))))
    assert (error.what, error.advice) == (NESTED, verbatim("again"))


def test_every_error_takes_a_message() -> None:
    assert QueryStopped(NESTED, reason="time").what == NESTED
