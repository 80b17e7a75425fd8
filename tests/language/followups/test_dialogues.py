"""Dialogues on three schemas: each turn gives the rows of a person's SQL, or is asked back where it must be."""

from __future__ import annotations

import pytest

from tests.language.followups.dialogues import ByRule, Dialogue, dialogues, judged


def test_there_are_enough_dialogues_and_turns() -> None:
    found = dialogues()
    assert len(found) >= 60
    assert sum(len(dialogue.turns) for dialogue in found) >= 150
    assert all(2 <= len(dialogue.turns) <= 4 for dialogue in found)


@pytest.mark.parametrize("dialogue", dialogues()[:2], ids=lambda dialogue: dialogue.turns[0].say)
def test_the_flagship_dialogues_are_right_in_every_turn(dialogue: Dialogue) -> None:
    for verdict in judged(dialogue, ByRule(), since=1):
        assert verdict.right, verdict
