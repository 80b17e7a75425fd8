"""The level of trust follows from the evidence, and says its reasons."""

from __future__ import annotations

import pytest

from answerable.agent.trust import trust_level
from answerable.kernel.knowledge import Applied
from answerable.kernel.messages import msg, verbatim

CUT = verbatim("The result was cut.")
METRIC = Applied("metric", "Revenue", "1")
VERIFIED = Applied("verified_query", "Monthly revenue", "1")


@pytest.mark.parametrize(
    ("confidence", "level", "reason"),
    [
        (1.0, "checked", "Confidence is high (100%)."),
        (0.9, "checked", "Confidence is high (90%)."),
        (0.89, "unverified", "Confidence is limited (89%)."),
        (0.5, "unverified", "Confidence is limited (50%)."),
    ],
)
def test_checked_needs_a_confidence_of_nine_tenths(confidence: float, level: str, reason: str) -> None:
    trust = trust_level(confidence, (), edited=False).render("en")
    assert (trust.level, trust.reasons[0]) == (level, reason)


def test_checked_says_that_the_checks_passed() -> None:
    assert trust_level(0.9, (), edited=False).render("en").reasons[1:] == ("The result passed every check.",)


def test_a_caveat_takes_checked_away_and_is_said() -> None:
    trust = trust_level(0.9, (CUT,), edited=False).render("en")
    assert trust.level == "unverified"
    assert trust.reasons == ("Confidence is high (90%).", "The result was cut.")


@pytest.mark.parametrize(
    ("path", "applied", "level", "reason"),
    [
        ("metric", METRIC, "governed", "'Revenue' is computed as it is defined."),
        ("verified_query", VERIFIED, "verified", "The verified query 'Monthly revenue' answered."),
    ],
)
def test_what_people_defined_speaks_for_itself(path: str, applied: Applied, level: str, reason: str) -> None:
    trust = trust_level(0.1, (CUT,), edited=False, path=path, applied=(applied,)).render("en")
    assert (trust.level, trust.reasons) == (level, (reason, "The result was cut."))


@pytest.mark.parametrize(("path", "applied"), [("metric", VERIFIED), ("verified_query", METRIC), ("embedded", METRIC)])
def test_an_entry_of_another_kind_gives_no_level(path: str, applied: Applied) -> None:
    assert trust_level(0.1, (), edited=False, path=path, applied=(applied,)).level == "unverified"


def test_an_edit_outweighs_everything_and_is_said_first() -> None:
    trust = trust_level(1.0, (CUT,), edited=True, path="metric", applied=(METRIC,))
    assert (trust.level, trust.reasons) == ("unverified", (msg("trust.edited"), CUT))
