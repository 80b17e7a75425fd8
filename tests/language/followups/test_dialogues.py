"""Dialogues on three schemas: each turn gives the rows of a person's SQL, or is asked back where it must be."""

from __future__ import annotations

from functools import cache

import pytest

from tests.language.followups.dialogues import ByRule, Dialogue, Verdict, dialogues, judged

_LEAST_RIGHT = 0.9


def test_there_are_enough_dialogues_and_turns() -> None:
    found = dialogues()
    assert len(found) >= 60
    assert sum(len(dialogue.turns) for dialogue in found) >= 150
    assert all(2 <= len(dialogue.turns) <= 4 for dialogue in found)


@cache
def _later_turns() -> list[tuple[Dialogue, Verdict]]:
    translator = ByRule()
    return [(dialogue, verdict) for dialogue in dialogues() for verdict in judged(dialogue, translator, since=1)]


@pytest.mark.parametrize("held_back", [False, True], ids=["open", "held back"])
def test_most_later_turns_are_right(held_back: bool) -> None:
    verdicts = [verdict for dialogue, verdict in _later_turns() if dialogue.held_back == held_back]
    wrong = [f"{verdict.say}: {verdict.told}" for verdict in verdicts if not verdict.right]
    assert len(wrong) <= (1 - _LEAST_RIGHT) * len(verdicts), "\n".join(wrong)


def test_few_turns_are_wrong_and_confident() -> None:
    verdicts = [verdict for _, verdict in _later_turns()]
    confident = [f"{v.say}: {v.told}" for v in verdicts if not v.right and v.confidence >= 0.5]
    assert len(confident) <= 0.03 * len(verdicts), "\n".join(confident)


@pytest.mark.parametrize("dialogue", dialogues()[:2], ids=lambda dialogue: dialogue.turns[0].say)
def test_the_flagship_dialogues_are_right_in_every_turn(dialogue: Dialogue) -> None:
    for verdict in judged(dialogue, ByRule(), since=1):
        assert verdict.right, verdict
