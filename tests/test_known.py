"""The versions by which an answer names what was known when it was given."""

from __future__ import annotations

from dataclasses import replace

from answerable.kernel.knowledge import NOTHING_KNOWN, AgentLearning, CanonicalMetric, Known, UseColumn, applied_entry

METRIC = CanonicalMetric("MRR", "Recurring revenue", "SELECT SUM(amount) FROM orders")
LEARNING = AgentLearning("Use the net amount", effect=UseColumn("orders.amount", "orders.net"))


def test_a_version_is_the_same_on_every_machine() -> None:
    assert applied_entry(METRIC).version == "e83247bd4105d24a017b919f995cab39cc2478d85279a4814463dbde65e698bc"


def test_a_changed_definition_is_another_version() -> None:
    changed = replace(METRIC, sql_template="SELECT SUM(net) FROM orders")
    assert applied_entry(changed).version != applied_entry(METRIC).version
    assert (applied_entry(changed).kind, applied_entry(changed).name) == ("metric", "MRR")


def test_what_a_learning_does_is_a_part_of_its_version_and_how_often_is_not() -> None:
    used = replace(LEARNING, times_applied=7, confidence_score=0.9)
    other = replace(LEARNING, effect=UseColumn("orders.amount", "orders.gross"))
    assert applied_entry(used).version == applied_entry(LEARNING).version
    assert applied_entry(other).version != applied_entry(LEARNING).version


def test_the_version_of_everything_does_not_depend_on_its_order() -> None:
    other = replace(METRIC, name="ARR")
    assert Known(metrics=(METRIC, other)).version == Known(metrics=(other, METRIC)).version
    assert Known(metrics=(METRIC,)).version != Known(metrics=(METRIC, other)).version != NOTHING_KNOWN.version


def test_nothing_known_is_empty() -> None:
    assert NOTHING_KNOWN.is_empty
    assert not Known(learnings=(LEARNING,)).is_empty
