"""What goes from the record under a policy: content of the kinds it restricts, by pattern or by the column's name."""

from __future__ import annotations

import pytest

from answerable.agent.proof.redacted_trail import redactor_for
from answerable.guard import Policy

SAID = "write to ann@example.com or call +49 30 12345678"


@pytest.mark.parametrize(
    ("policy", "left"),
    [
        ({}, SAID),
        ({"blocked_columns": ["customers.salary"]}, SAID),
        ({"blocked_patterns": ["email"]}, "write to [redacted: email] or call +49 30 12345678"),
        ({"blocked_columns": ["customers.email"]}, "write to [redacted: email] or call +49 30 12345678"),
        ({"masked_columns": ["contact_phone"]}, "write to ann@example.com or call [redacted: phone]"),
        (
            {"aggregate_only_columns": ["crm.people.email_address"]},
            "write to [redacted: email] or call +49 30 12345678",
        ),
        ({"blocked_columns": ["email.*"]}, SAID),
    ],
)
def test_kinds_that_the_policy_restricts_are_taken_out(policy: dict[str, list[str]], left: str) -> None:
    assert redactor_for(Policy.from_dict(policy)).text(SAID) == left


def test_without_a_policy_only_secrets_go() -> None:
    assert redactor_for(None).text(f"{SAID} password=hunter22") == f"{SAID} password=[redacted: secret]"
