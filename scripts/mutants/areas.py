"""What is changed, and the tests that should notice: code in which a mistake would show what nobody may see."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AREAS", "QUICK", "TEST_FOLDERS", "Area"]

QUICK = ("--quick", "--quick-cases", "1000")
"""Tests of servers would start one for every change."""
FILES = ("-m", "not needs_server and not needs_network_weights")
"""Tests that start a worker process each, of engines that read files; quick runs leave most of them out."""
TEST_FOLDERS = ("tests/guard", "tests/agent")


@dataclass(frozen=True, slots=True)
class Area:
    name: str
    targets: tuple[str, ...]
    tests: tuple[str, ...]
    options: tuple[str, ...] = QUICK
    """For the run that measures which tests reach which lines."""


AREAS = (
    Area("guard", ("src/answerable/guard",), ("tests/guard",)),
    Area(
        "masking",
        ("src/answerable/agent/execution/masking.py", "src/answerable/agent/execution/canonical_rows.py"),
        ("tests/agent/test_masking.py", "tests/agent/test_policy.py"),
        FILES,
    ),
    Area("trust", ("src/answerable/agent/trust.py",), ("tests/agent/test_trust.py", "tests/agent/test_checks.py")),
    Area(
        "approvals",
        ("src/answerable/agent/approval_rules.py", "src/answerable/conversations/services/approve_request.py"),
        ("tests/agent/test_approval.py", "tests/conversations/test_approvals.py"),
    ),
    Area(
        "executor",
        ("src/answerable/agent/execution/executor.py",),
        (
            "tests/agent/test_executor.py",
            "tests/agent/test_control_queries.py",
            "tests/agent/test_promised_columns.py",
            "tests/guard/test_changed_after_verdict.py",
            "tests/agent/test_policy.py",
            "tests/agent/test_second_opinion.py",
        ),
        FILES,
    ),
    Area("receipts", ("src/answerable/receipts",), ("tests/receipts",)),
)
