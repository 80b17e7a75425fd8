"""What becomes of a translation."""

from __future__ import annotations

from dataclasses import replace

from answerable.kernel.messages import msg, verbatim
from answerable.language.decision import decide
from answerable.language.translation import Candidate, CodedClarification, Translation

SURE = Translation((Candidate("SELECT 1", 0.9), Candidate("SELECT 2", 0.05)), "embedded")


def test_a_sure_reading_is_answered_with() -> None:
    assert decide(SURE, 0.75) == "answer"


def test_the_threshold_itself_is_sure_enough() -> None:
    assert decide(SURE, 0.9) == "answer"
    assert decide(SURE, 0.91) == "ask_back"


def test_what_the_translator_asks_is_asked_however_sure_it_is() -> None:
    asking = replace(SURE, clarification=CodedClarification(verbatim("Which one?")))
    assert decide(asking, 0.75) == "ask_back"


def test_nothing_understood_is_asked_back() -> None:
    assert decide(Translation((), "embedded"), 0.0) == "ask_back"


def test_what_the_data_lacks_is_declined_before_anything_else() -> None:
    declined = replace(SURE, decline=msg("clarification.not_in_data", things=("orders",)))
    assert decide(declined, 0.75) == "decline"
